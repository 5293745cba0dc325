package dev.colonnade.sql.parse;

import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.jspecify.annotations.Nullable;

/** A clause of CREATE SEQUENCE, ALTER SEQUENCE or an identity. */
public sealed interface SequenceClause {
  /** AS type. */
  record As(SqlDataTypeSpec type) implements SequenceClause {}

  /** INCREMENT [BY] value. */
  record Increment(long value) implements SequenceClause {}

  /** MINVALUE value; null for NO MINVALUE. */
  record Min(@Nullable Long value) implements SequenceClause {}

  /** MAXVALUE value; null for NO MAXVALUE. */
  record Max(@Nullable Long value) implements SequenceClause {}

  /** START [WITH] value. */
  record Start(long value) implements SequenceClause {}

  /** RESTART [WITH value]. */
  record Restart(@Nullable Long value) implements SequenceClause {}

  /** CACHE count. */
  record Cache(long count) implements SequenceClause {}

  /** [NO] CYCLE. */
  record Cycle(boolean cycles) implements SequenceClause {}

  /** OWNED BY table.column; null for OWNED BY NONE. */
  record OwnedBy(@Nullable SqlIdentifier column) implements SequenceClause {}

  /** Guarantee about values: {@code normal}, {@code ordered}, {@code gapless}. */
  record Mode(String name) implements SequenceClause {}

  /** SEQUENCE NAME name, of an identity. */
  record Name(SqlIdentifier name) implements SequenceClause {}
}
