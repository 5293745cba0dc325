package dev.colonnade.sql.analyze.change.update;

import dev.colonnade.catalog.privilege.Privilege;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.change.insert.InsertTargets;
import dev.colonnade.sql.analyze.change.insert.ValuesSource;
import dev.colonnade.sql.analyze.change.relation.ChangedRelation;
import dev.colonnade.sql.analyze.change.row.ChangeScope;
import dev.colonnade.sql.analyze.change.row.TableRow;
import dev.colonnade.sql.analyze.change.value.Assignments;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.build.ExpressionBuilder;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.logical.Variables;
import dev.colonnade.sql.physical.ModifyPlan;
import dev.colonnade.sql.syntax.query.Change;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Branches of a MERGE: their conditions, their numbers, and the values of all of them. */
final class MergeBranches {
  private static final VectorType NUMBER = VectorType.of(TypeKind.INTEGER);

  private final ChangedRelation target;
  private final TableRow row;
  private final ChangeScope pairs;
  private final ChangeScope alone;
  private final ExpressionBuilder builder = new ExpressionBuilder();
  private final List<ModifyPlan.Branch> branches = new ArrayList<>();
  private final Variable number;
  private final List<Expression> conditions = new ArrayList<>();

  /** Subqueries that provide values of several columns, for rows of their own branches only. */
  private final List<LogicalPlan> subqueries = new ArrayList<>();

  private final List<List<Expression>> values = new ArrayList<>();

  /**
   * Creates an empty list.
   *
   * @param row of the target in pairs
   * @param pairs scope of pairs of rows
   * @param alone scope of rows of the source that match no row of the target
   */
  MergeBranches(ChangedRelation target, TableRow row, ChangeScope pairs, ChangeScope alone) {
    this.target = target;
    this.row = row;
    this.pairs = pairs;
    this.alone = alone;
    this.number = pairs.statement().variables().create(NUMBER, "branch");
  }

  /** Adds the next branch. */
  void add(Change.MergeWhen when) {
    ChangeScope scope = when.matched() ? pairs : alone;
    List<Supplier<Expression>> all = new ArrayList<>();
    Expression key = row.key().getFirst();
    Expression isMatched = builder.isNull(when.matched(), List.of(key));
    all.add(() -> isMatched);
    dev.colonnade.sql.syntax.query.Expression condition = when.condition();
    if (condition != null) {
      Expression further = scope.expressions(ClauseKind.MERGE_WHEN).predicate(condition);
      all.add(() -> further);
    }
    conditions.add(builder.logic(true, all));
    switch (when.action()) {
      case Change.MergeAction.Nothing _ ->
          add(ModifyPlan.MergeAction.NOTHING, List.of(), List.of());
      case Change.MergeAction.DeleteRow _ -> addDelete();
      case Change.MergeAction.UpdateRow update -> addUpdate(update);
      case Change.MergeAction.InsertRow insert -> addInsert(insert);
    }
  }

  private void addDelete() {
    target.require(Privilege.DELETE);
    add(ModifyPlan.MergeAction.DELETE, List.of(), List.of());
  }

  private void add(
      ModifyPlan.MergeAction action, List<Column> columns, List<Expression> branchValues) {
    branches.add(new ModifyPlan.Branch(action, columns));
    values.add(branchValues);
  }

  private void addUpdate(Change.MergeAction.UpdateRow update) {
    target.require(Privilege.UPDATE);
    Assignments assignments =
        Assignments.of(update.assignments(), target, pairs, LogicalSource.Rows.one());
    addSubqueries(assignments.plan());
    add(
        ModifyPlan.MergeAction.UPDATE,
        assignments.columns(),
        List.copyOf(assignments.values().values()));
  }

  /** Adds the subqueries that provide values of the next branch, which are joined to one row. */
  private void addSubqueries(LogicalPlan plan) {
    if (plan instanceof LogicalJoin join) {
      addSubqueries(join.left());
      subqueries.add(new LogicalOperator.Filter(join.right(), List.of(isOwn(branches.size()))));
    }
  }

  private Expression isOwn(int branch) {
    return builder.compare(ComparisonOperator.EQUAL, number, new Literal(NUMBER, branch));
  }

  private void addInsert(Change.MergeAction.InsertRow insert) {
    target.require(Privilege.INSERT);
    ValuesSource source = new ValuesSource(target.table(), alone);
    List<Column> columns = new ArrayList<>();
    List<dev.colonnade.sql.syntax.query.Expression> given = insert.values();
    List<Expression> inserted =
        given == null
            ? source.defaultRow(columns)
            : source.row(
                given, InsertTargets.of(target, insert.columns()), insert.overriding(), columns);
    add(ModifyPlan.MergeAction.INSERT, columns, inserted);
  }

  List<ModifyPlan.Branch> branches() {
    return List.copyOf(branches);
  }

  /**
   * Returns the source of the statement: the key of the target, the number of the branch, and the
   * values of all branches, of which only those of a row's own branch are evaluated.
   */
  LogicalPlan plan(LogicalPlan input) {
    Variables variables = pairs.statement().variables();
    List<Assignment> numbered = new ArrayList<>();
    input.columns().forEach(column -> numbered.add(Assignment.of(column)));
    numbered.add(new Assignment(number, number()));
    List<Assignment> columns = new ArrayList<>();
    row.key().forEach(part -> columns.add(Assignment.of((Variable) part)));
    columns.add(Assignment.of(number));
    for (int i = 0; i < branches.size(); i++) {
      for (int j = 0; j < values.get(i).size(); j++) {
        Expression value = guarded(i, values.get(i).get(j));
        String name = branches.get(i).columns().get(j).name();
        columns.add(new Assignment(variables.create(value.type(), name), value));
      }
    }
    LogicalPlan rows = new LogicalOperator.Project(input, numbered);
    for (LogicalPlan subquery : subqueries) {
      rows = new LogicalJoin(LogicalJoin.Kind.SINGLE, rows, subquery, List.of(), true);
    }
    return new LogicalOperator.Project(rows, columns);
  }

  private Expression number() {
    List<Supplier<Expression>> operands = new ArrayList<>();
    for (int i = 0; i < conditions.size(); i++) {
      Expression condition = conditions.get(i);
      Expression branch = new Literal(NUMBER, i);
      operands.add(() -> condition);
      operands.add(() -> branch);
    }
    operands.add(() -> new Literal(NUMBER, null));
    return builder.caseOf(TypeKind.INTEGER, operands);
  }

  private Expression guarded(int branch, Expression value) {
    Expression isOwn = isOwn(branch);
    return builder.caseOf(
        value.type().kind(),
        List.<Supplier<Expression>>of(
            () -> isOwn, () -> value, () -> new Literal(value.type(), null)));
  }
}
