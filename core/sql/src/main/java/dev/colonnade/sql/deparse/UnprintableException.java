package dev.colonnade.sql.deparse;

/** Construct that is not printed in PostgreSQL's form. */
final class UnprintableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnprintableException(Object node) {
    super("not printed in PostgreSQL's form: " + node.getClass().getSimpleName());
  }
}
