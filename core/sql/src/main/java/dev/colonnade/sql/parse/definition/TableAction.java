package dev.colonnade.sql.parse.definition;

import dev.colonnade.catalog.constraint.ConstraintTiming;
import dev.colonnade.sql.parse.SequenceClause;
import dev.colonnade.sql.parse.SqlCreateTable;
import dev.colonnade.sql.parse.SqlCreateTable.ColumnElement;
import dev.colonnade.sql.parse.SqlTableRule;
import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** One of the actions of an ALTER TABLE. */
public sealed interface TableAction {
  /** ADD [COLUMN] [IF NOT EXISTS]. */
  record AddColumn(ColumnElement column, boolean ifNotExists) implements TableAction {}

  /** ADD [CONSTRAINT ...] and a constraint. */
  record AddRule(SqlTableRule rule) implements TableAction {}

  /** ADD [CONSTRAINT ...] PRIMARY KEY. */
  record AddKey(SqlCreateTable.PrimaryKey key) implements TableAction {}

  /** DROP CONSTRAINT [IF EXISTS] ... [CASCADE]. */
  record DropConstraint(String name, boolean ifExists, boolean cascade) implements TableAction {}

  /** ALTER CONSTRAINT, which sets the time of the check. */
  record AlterConstraint(String name, ConstraintTiming timing) implements TableAction {}

  /** DROP [COLUMN] [IF EXISTS] ... [CASCADE]. */
  record DropColumn(String column, boolean ifExists, boolean cascade) implements TableAction {}

  /** ALTER [COLUMN] ... [SET DATA] TYPE ... [USING]. */
  record ChangeType(String column, SqlDataTypeSpec type, @Nullable SqlNode using)
      implements TableAction {}

  /** ALTER [COLUMN] ... SET DEFAULT; null for DROP DEFAULT. */
  record SetDefault(String column, @Nullable SqlNode value) implements TableAction {}

  /** ALTER [COLUMN] ... SET or DROP NOT NULL. */
  record SetNullable(String column, boolean nullable) implements TableAction {}

  /** ALTER [COLUMN] ... ADD GENERATED ... AS IDENTITY. */
  record AddIdentity(String column, boolean always, List<SequenceClause> clauses)
      implements TableAction {}

  /** ALTER [COLUMN] ... SET GENERATED, with the options of the sequence. */
  record ChangeIdentity(String column, @Nullable Boolean always, List<SequenceClause> clauses)
      implements TableAction {}

  /** ALTER [COLUMN] ... DROP IDENTITY. */
  record DropIdentity(String column, boolean ifExists) implements TableAction {}

  /** SET (name = value, ...). */
  record SetSettings(Map<String, String> settings) implements TableAction {}

  /** RESET (name, ...). */
  record ResetSettings(List<String> names) implements TableAction {}

  /** SPLIT AT VALUES (...), ... */
  record SplitAt(List<List<SqlNode>> rows) implements TableAction {}
}
