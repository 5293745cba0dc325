package dev.colonnade.scan.filter;

/** How a column is compared with a literal. */
public enum Comparison {
  EQUAL,
  NOT_EQUAL,
  LESS,
  LESS_OR_EQUAL,
  GREATER,
  GREATER_OR_EQUAL
}
