package dev.colonnade.sql.definition.table.alter;

import dev.colonnade.sql.syntax.definition.TableAction;
import dev.colonnade.sql.syntax.definition.TableAction.ColumnAction;
import dev.colonnade.sql.syntax.definition.TableElement.TableRule;

/**
 * Passes of ALTER TABLE: the order of its actions, and their names in messages. Indexes come before
 * NOT NULL and CHECK, for which PostgreSQL reads the rows after it has built the indexes.
 */
enum ActionPass {
  DROP,
  ALTER_TYPE,
  ADD_COLUMN,
  ADD_INDEX,
  COLUMN_ATTRIBUTES,
  ADD_CONSTRAINT,
  ADD_OTHER_CONSTRAINT,
  OTHER;

  /** Returns the pass of an action. */
  static ActionPass of(TableAction action) {
    return switch (action) {
      case TableAction.DropColumn _, TableAction.DropConstraint _ -> DROP;
      case TableAction.AddColumn _ -> ADD_COLUMN;
      case TableAction.AddConstraint add ->
          switch (add.constraint().rule()) {
            case TableRule.Check _ -> ADD_CONSTRAINT;
            case TableRule.Key _, TableRule.KeyUsingIndex _, TableRule.Exclude _ -> ADD_INDEX;
            case TableRule.ForeignKey _ -> ADD_OTHER_CONSTRAINT;
          };
      case TableAction.AlterColumn alter -> of(alter.action());
      case TableAction.AlterConstraint _,
          TableAction.ValidateConstraint _,
          TableAction.SetOptions _,
          TableAction.Inherit _,
          TableAction.OfType _,
          TableAction.AttachPartition _,
          TableAction.DetachPartition _,
          TableAction.SetOwner _,
          TableAction.SplitAt _,
          TableAction.Other _ ->
          OTHER;
    };
  }

  private static ActionPass of(ColumnAction action) {
    return switch (action) {
      case ColumnAction.SetDefault set -> set.value() == null ? DROP : ADD_OTHER_CONSTRAINT;
      case ColumnAction.SetNotNull set -> set.notNull() ? COLUMN_ATTRIBUTES : DROP;
      case ColumnAction.SetType _ -> ALTER_TYPE;
      case ColumnAction.AddIdentity _ -> ADD_OTHER_CONSTRAINT;
      case ColumnAction.AlterIdentity _ -> COLUMN_ATTRIBUTES;
      case ColumnAction.DropGenerated _ -> DROP;
      case ColumnAction.SetParameter _, ColumnAction.SetOptions _ -> OTHER;
    };
  }

  /** Returns the name of an action in messages. */
  static String nameOf(TableAction action) {
    return switch (action) {
      case TableAction.AddColumn _ -> "ADD COLUMN";
      case TableAction.DropColumn _ -> "DROP COLUMN";
      case TableAction.AddConstraint _ -> "ADD CONSTRAINT";
      case TableAction.DropConstraint _ -> "DROP CONSTRAINT";
      case TableAction.AlterConstraint _ -> "ALTER CONSTRAINT";
      case TableAction.ValidateConstraint _ -> "VALIDATE CONSTRAINT";
      case TableAction.AlterColumn alter -> nameOf(alter.action());
      case TableAction.SetOptions options -> options.keyword();
      case TableAction.Inherit inherit -> inherit.added() ? "INHERIT" : "NO INHERIT";
      case TableAction.OfType of -> of.type() == null ? "NOT OF" : "OF";
      case TableAction.AttachPartition _ -> "ATTACH PARTITION";
      case TableAction.DetachPartition _ -> "DETACH PARTITION";
      case TableAction.SetOwner _ -> "OWNER TO";
      case TableAction.SplitAt _ -> "SPLIT AT";
      case TableAction.Other other -> other.keywords();
    };
  }

  private static String nameOf(ColumnAction action) {
    return switch (action) {
      case ColumnAction.SetDefault _ -> "ALTER COLUMN ... SET DEFAULT";
      case ColumnAction.SetNotNull set ->
          "ALTER COLUMN ... %s NOT NULL".formatted(set.notNull() ? "SET" : "DROP");
      case ColumnAction.SetType _ -> "ALTER COLUMN ... SET DATA TYPE";
      case ColumnAction.AddIdentity _ -> "ALTER COLUMN ... ADD IDENTITY";
      case ColumnAction.AlterIdentity _ -> "ALTER COLUMN ... SET";
      case ColumnAction.DropGenerated drop ->
          "ALTER COLUMN ... DROP " + (drop.identity() ? "IDENTITY" : "EXPRESSION");
      case ColumnAction.SetParameter set -> "ALTER COLUMN ... SET " + set.name();
      case ColumnAction.SetOptions options -> "ALTER COLUMN ... " + options.keyword();
    };
  }
}
