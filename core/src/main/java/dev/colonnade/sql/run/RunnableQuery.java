package dev.colonnade.sql.run;

/** A plan that can be run any number of times, by any number of threads. */
public interface RunnableQuery {
  /** Starts it; the caller closes the rows. */
  HeldRows run(StatementContext context);

  /** The operators, one on a line, with those that they are fed by below and indented. */
  String explain();
}
