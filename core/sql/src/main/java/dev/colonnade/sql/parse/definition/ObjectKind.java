package dev.colonnade.sql.parse.definition;

import java.util.Locale;

/** Kinds of things that statements define, by the words that name them. */
public enum ObjectKind {
  TABLE,
  VIEW,
  SEQUENCE,
  INDEX,
  TYPE,
  SCHEMA,
  DATABASE,
  ROLE,
  COLUMN,
  CONSTRAINT;

  /** Returns the kind as messages write it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
