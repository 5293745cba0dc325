package dev.colonnade.sql.definition.table.alter;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.definition.privilege.PolicyStatements;
import dev.colonnade.sql.syntax.definition.TableAction;
import dev.colonnade.sql.syntax.definition.TableAction.ColumnAction;
import dev.colonnade.sql.syntax.definition.TableElement;
import dev.colonnade.sql.syntax.definition.TableElement.TableRule;

/** Actions of ALTER TABLE on a table. */
final class TableActions {
  private TableActions() {}

  static void run(TableAlteration change, TableAction action) {
    switch (action) {
      case TableAction.AddColumn add -> new AddColumnAction(change, add).run();
      case TableAction.AddConstraint(TableElement.Constraint constraint)
          when constraint.rule() instanceof TableRule.KeyUsingIndex ->
          ConstraintChanges.add(change, constraint);
      case TableAction.AddConstraint add ->
          TableAlteration.runWithoutPositions(
              () -> ConstraintChanges.add(change, add.constraint()));
      case TableAction.DropConstraint drop -> ConstraintChanges.drop(change, drop);
      case TableAction.AlterConstraint alter -> ConstraintChanges.alter(change, alter);
      case TableAction.ValidateConstraint validate ->
          ConstraintChanges.validate(change, validate.name());
      case TableAction.DropColumn drop -> ColumnChanges.drop(change, drop);
      case TableAction.AlterColumn alter -> run(change, alter);
      case TableAction.SetOptions set -> TableSettingChanges.set(change, set);
      case TableAction.SplitAt split -> TableSettingChanges.split(change, split);
      case TableAction.SetOwner set ->
          TableOwner.set(change.table(), set.owner(), change.transaction());
      case TableAction.Other other when other.keywords().endsWith("ROW LEVEL SECURITY") ->
          setRowSecurity(change, other.keywords());
      case TableAction.Other other -> requireWithoutEffect(change.table(), other);
      case TableAction.Inherit _,
          TableAction.OfType _,
          TableAction.AttachPartition _,
          TableAction.DetachPartition _ ->
          throw unsupported(ActionPass.nameOf(action));
    }
  }

  private static void run(TableAlteration change, TableAction.AlterColumn alter) {
    String column = alter.column();
    switch (alter.action()) {
      case ColumnAction.SetDefault set ->
          TableAlteration.runWithoutPositions(() -> ColumnChanges.setDefault(change, column, set));
      case ColumnAction.SetNotNull set -> ColumnChanges.setNullable(change, column, !set.notNull());
      case ColumnAction.SetType type -> new ColumnTypeChange(change, alter, type).run();
      case ColumnAction.AddIdentity add -> IdentityChanges.add(change, column, add);
      case ColumnAction.AlterIdentity set -> IdentityChanges.alter(change, column, set);
      case ColumnAction.DropGenerated drop -> IdentityChanges.drop(change, column, drop);
      case ColumnAction.SetParameter set -> ColumnParameters.require(change, column, set);
      case ColumnAction.SetOptions set -> {
        if (set.keyword().equals("OPTIONS")) {
          throw new ColonnadeException(
              ErrorCode.WRONG_OBJECT_TYPE,
              "ALTER action %s cannot be performed on relation \"%s\""
                  .formatted(ActionPass.nameOf(alter), change.table().name()),
              ErrorFields.NONE.withDetail("This operation is not supported for tables."));
        }
        ColumnParameters.require(change, column, set);
      }
    }
  }

  private static void setRowSecurity(TableAlteration change, String keywords) {
    PolicyStatements policies = new PolicyStatements(change.execution(), change.analysis());
    switch (keywords) {
      case "ENABLE ROW LEVEL SECURITY" -> policies.set(change.table(), true, null);
      case "DISABLE ROW LEVEL SECURITY" -> policies.set(change.table(), false, null);
      case "FORCE ROW LEVEL SECURITY" -> policies.set(change.table(), null, true);
      default -> policies.set(change.table(), null, false);
    }
  }

  /** Throws UNSUPPORTED if an action without effect on the definition would have another one. */
  private static void requireWithoutEffect(Table table, TableAction.Other other) {
    String name = other.name();
    switch (other.keywords()) {
      case "CLUSTER ON", "REPLICA IDENTITY USING INDEX" -> {
        boolean isIndex =
            name != null
                && (table.descriptor().constraints().findIndex(name) != null
                    || name.equals(table.rowKeyName()));
        if (!isIndex) {
          throw new ColonnadeException(
              ErrorCode.UNKNOWN_OBJECT,
              "index \"%s\" for table \"%s\" does not exist".formatted(name, table.name()));
        }
      }
      case "SET TABLESPACE" -> {
        if (!"pg_default".equals(name)) {
          throw new ColonnadeException(
              ErrorCode.UNKNOWN_OBJECT, "tablespace \"%s\" does not exist".formatted(name));
        }
      }
      case "SET ACCESS METHOD" -> {
        if (!"heap".equals(name)) {
          throw new ColonnadeException(
              ErrorCode.UNKNOWN_OBJECT, "access method \"%s\" does not exist".formatted(name));
        }
      }
      case "ENABLE TRIGGER", "DISABLE TRIGGER", "ENABLE ALWAYS TRIGGER", "ENABLE REPLICA TRIGGER" ->
          throw new ColonnadeException(
              ErrorCode.UNKNOWN_OBJECT,
              "trigger \"%s\" for table \"%s\" does not exist".formatted(name, table.name()));
      case "ENABLE RULE", "DISABLE RULE", "ENABLE ALWAYS RULE", "ENABLE REPLICA RULE" ->
          throw new ColonnadeException(
              ErrorCode.UNKNOWN_OBJECT,
              "rule \"%s\" for relation \"%s\" does not exist".formatted(name, table.name()));
      default -> {} // storage, logging and clustering are not options of tables
    }
  }

  private static ColonnadeException unsupported(String what) {
    return new ColonnadeException(ErrorCode.UNSUPPORTED, what + " is not supported");
  }
}
