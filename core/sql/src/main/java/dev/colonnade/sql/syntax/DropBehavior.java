package dev.colonnade.sql.syntax;

/** Behaviour towards objects that depend on a dropped one. */
public enum DropBehavior {
  DEFAULT,
  CASCADE,
  RESTRICT
}
