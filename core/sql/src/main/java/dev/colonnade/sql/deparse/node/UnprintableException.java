package dev.colonnade.sql.deparse.node;

/** Construct that is not printed in PostgreSQL's form. */
public final class UnprintableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Creates the exception for a construct of the syntax. */
  public UnprintableException(Object node) {
    super("not printed in PostgreSQL's form: " + node.getClass().getSimpleName());
  }
}
