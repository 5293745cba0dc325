package dev.colonnade.sql.function.library.json.path;

/** Outcome of the evaluation of a part of a path. */
enum Outcome {
  FOUND,
  NONE,
  FAILED
}
