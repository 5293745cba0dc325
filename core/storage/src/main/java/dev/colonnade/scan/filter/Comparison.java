package dev.colonnade.scan.filter;

/** Comparison operator between a column and a literal. */
public enum Comparison {
  EQUAL,
  NOT_EQUAL,
  LESS,
  LESS_OR_EQUAL,
  GREATER,
  GREATER_OR_EQUAL
}
