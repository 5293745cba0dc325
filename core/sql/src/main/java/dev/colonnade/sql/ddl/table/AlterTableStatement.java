package dev.colonnade.sql.ddl.table;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.parse.SqlCreateTable.ColumnConstraint;
import dev.colonnade.sql.parse.SqlTableRule;
import dev.colonnade.sql.parse.definition.Definition;
import dev.colonnade.sql.parse.definition.TableAction;
import dev.colonnade.sql.statement.Effect;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.statement.StatementPreparer;
import dev.colonnade.sql.statement.StatementResult;

/** ALTER TABLE. Its actions run one after the other, each on the result of the one before. */
public final class AlterTableStatement implements PreparedStatement {
  private final StatementPreparer preparer;
  private final String sql;
  private final Definition.AlterTable alter;

  public AlterTableStatement(StatementPreparer preparer, String sql, Definition.AlterTable alter) {
    this.preparer = preparer;
    this.sql = sql;
    this.alter = alter;
  }

  @Override
  public Effect effect() {
    return Effect.WRITES;
  }

  @Override
  public StatementResult run(Execution execution) {
    Relation relation = RelationTargets.relation(alter.target(), execution);
    if (relation != null && !(relation instanceof Table)) {
      throw NameScope.wrongKind(relation, "table");
    }
    if (relation != null) {
      for (TableAction action : alter.actions()) {
        act(action, new TableAlteration(preparer, sql, execution, relation.id()));
      }
    }
    return StatementResult.changed(alter.tag(), 0);
  }

  private static void act(TableAction action, TableAlteration change) {
    switch (action) {
      case TableAction.AddColumn add -> addColumn(change, add);
      case TableAction.AddRule add -> ConstraintChanges.add(change, add.rule());
      case TableAction.AddKey add -> PrimaryKeyChanges.add(change, add.key());
      case TableAction.DropConstraint drop -> ConstraintChanges.drop(change, drop);
      case TableAction.AlterConstraint alter -> ConstraintChanges.alter(change, alter);
      case TableAction.DropColumn drop -> ColumnChanges.drop(change, drop);
      case TableAction.ChangeType type -> ColumnTypeChange.run(change, type);
      case TableAction.SetDefault set -> ColumnChanges.setDefault(change, set);
      case TableAction.SetNullable set -> ColumnChanges.setNullable(change, set);
      case TableAction.AddIdentity add -> IdentityChanges.add(change, add);
      case TableAction.ChangeIdentity alter -> IdentityChanges.alter(change, alter);
      case TableAction.DropIdentity drop -> IdentityChanges.drop(change, drop);
      case TableAction.SetSettings set -> TableSettingChanges.set(change, set);
      case TableAction.ResetSettings reset -> TableSettingChanges.reset(change, reset);
      case TableAction.SplitAt split -> TableSettingChanges.split(change, split);
    }
  }

  private static void addColumn(TableAlteration change, TableAction.AddColumn add) {
    boolean isThere = change.table().schema().hasColumn(add.column().name().getSimple());
    new AddColumnAction(change, add.column()).run(add.ifNotExists());
    for (ColumnConstraint constraint : add.column().constraints()) {
      if (!isThere && constraint instanceof ColumnConstraint.Rule(SqlTableRule rule)) {
        ConstraintChanges.add(change, rule.of(add.column().name()));
      }
      if (!isThere && constraint instanceof ColumnConstraint.PrimaryKey key) {
        PrimaryKeyChanges.add(change, key.of(add.column().name()));
      }
    }
  }
}
