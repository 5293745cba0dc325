package dev.colonnade.sql.syntax.definition;

import dev.colonnade.sql.syntax.Option;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.Query;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Statement that creates a table. */
public sealed interface TableDefinition extends Definition {
  /** Storage of a table. */
  enum Persistence {
    PERMANENT,
    TEMPORARY,
    UNLOGGED
  }

  /** Fate of the rows of a temporary table at the end of a transaction. */
  enum OnCommit {
    NONE,
    DROP,
    DELETE_ROWS,
    PRESERVE_ROWS
  }

  /** Name of a new table. */
  record NewTable(QualifiedName name, Persistence persistence, boolean ifNotExists) {}

  /** Clauses behind the elements of a table. */
  record Storage(
      @Nullable String accessMethod,
      List<Option> options,
      OnCommit onCommit,
      @Nullable String tablespace) {}

  /** {@code PARTITION BY}. */
  record Partitioning(String strategy, List<PartitionKey> keys, int position) {}

  /** Key of a partitioned table: a column or an expression. */
  record PartitionKey(
      @Nullable String column,
      @Nullable Expression expression,
      @Nullable QualifiedName collation,
      @Nullable QualifiedName operatorClass,
      int position) {}

  /** Rows of a partition. */
  sealed interface Bound {
    /** {@code DEFAULT}. */
    record Default() implements Bound {}

    /** {@code FOR VALUES IN}. */
    record In(List<Expression> values) implements Bound {}

    /** {@code FOR VALUES FROM ... TO}. */
    record Range(List<Expression> from, List<Expression> to) implements Bound {}

    /** {@code FOR VALUES WITH}. */
    record Hash(int modulus, int remainder) implements Bound {}
  }

  /** Tables or the type that a table is made from. */
  sealed interface Origin {
    /** Elements of its own, and the tables of INHERITS. */
    record Elements(List<TableElement> elements, List<QualifiedName> inherits) implements Origin {}

    /** {@code OF type}. */
    record OfType(QualifiedName type, List<TableElement> elements) implements Origin {}

    /** {@code PARTITION OF table}. */
    record PartitionOf(QualifiedName parent, List<TableElement> elements, Bound bound)
        implements Origin {}
  }

  /** {@code CREATE TABLE}. */
  record CreateTable(
      NewTable table,
      Origin origin,
      @Nullable Partitioning partitioning,
      Storage storage,
      int position)
      implements TableDefinition {}

  /** Rows of a new table: a query, or EXECUTE of a prepared statement. */
  record TableSource(
      @Nullable Query query, @Nullable String prepared, List<Expression> arguments) {}

  /** {@code CREATE TABLE AS}. */
  record CreateTableAs(
      NewTable table,
      List<String> columns,
      Storage storage,
      TableSource source,
      boolean withData,
      int position)
      implements TableDefinition {}
}
