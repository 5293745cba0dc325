package dev.colonnade.sql.compare;

/** Database that takes part in the comparison, with one session. */
interface Participant extends AutoCloseable {
  /** Runs a statement; an error is part of the answer. */
  Answer execute(String sql);

  @Override
  void close();
}
