package dev.colonnade.sql.compare;

import java.util.List;

/** Database that takes part in the comparison, with one session. */
interface Participant extends AutoCloseable {
  /** Runs a statement; an error is part of the answer. */
  Answer execute(String sql);

  /** Executes statements at once, and at the beginning of every later session. */
  default void set(List<String> statements) {}

  @Override
  void close();
}
