package dev.colonnade.sql.run;

/** A plan that can be run any number of times, by any number of threads. */
public interface RunnableQuery {
  /** Starts it; the caller closes the rows. */
  InternalRows run(StatementContext context);
}
