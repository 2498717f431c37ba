//! Nothing: the benchmark beside is all of this package.
