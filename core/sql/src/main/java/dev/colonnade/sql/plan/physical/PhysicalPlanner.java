package dev.colonnade.sql.plan.physical;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.execute.scan.ColumnTypes;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.PlanColumn;
import dev.colonnade.sql.physical.PlanEstimate;
import dev.colonnade.sql.physical.RowPlan;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.physical.SubqueryPlan;
import dev.colonnade.sql.plan.join.LookupJoin;
import dev.colonnade.sql.plan.logical.SubqueryOperator;
import dev.colonnade.sql.plan.scan.PushedScan;
import dev.colonnade.sql.plan.type.CalciteTypes;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.key.SortKey;
import dev.colonnade.type.schema.TableSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelFieldCollation.NullDirection;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Intersect;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Minus;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.RepeatUnion;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Uncollect;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.logical.LogicalWindow;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Planner from optimized and lowered Calcite plans to physical plans. Every operator of a plan has
 * a translation; what has none is an error. One plan, one thread.
 */
public final class PhysicalPlanner {
  /** Names of columns that are longer are replaced by the names of Calcite's fields. */
  private static final int NAME_LENGTH_MAX = 200;

  private final OuterScopes scopes = new OuterScopes();
  private final ScanTranslator scans;
  private final JoinTranslator joins = new JoinTranslator(this);
  private final SetTranslator sets = new SetTranslator(this);
  private final UnaryOperator<RelNode> subqueryPlanner;
  private final Map<SubqueryOperator, SubqueryPlan> subqueries = new HashMap<>();
  private final List<ColonnadeException> constantErrors = new ArrayList<>();

  /**
   * Creates a planner.
   *
   * @param subqueryPlanner optimizes and lowers the plan of a subquery in an expression
   */
  public PhysicalPlanner(RelNode plan, UnaryOperator<RelNode> subqueryPlanner) {
    this.subqueryPlanner = requireNonNull(subqueryPlanner, "subqueryPlanner is null");
    this.scans = new ScanTranslator(this, plan);
  }

  /** Returns the physical plan of a plan. */
  public PhysicalPlan plan(RelNode node) {
    return switch (node.stripped()) {
      case PushedScan scan -> scans.stored(scan);
      case TableScan scan -> scans.rows(scan);
      case Values values -> scans.values(values);
      case Filter filter -> filter(filter);
      case Project project -> project(project);
      case LogicalWindow window ->
          WindowTranslator.of(window, plan(window.getInput()), this::expression);
      case Aggregate aggregate -> AggregateTranslator.of(aggregate, plan(aggregate.getInput()));
      case Sort sort -> sort(sort);
      case Join join -> joins.join(join);
      case LookupJoin join -> joins.lookup(join);
      case Correlate correlate -> joins.dependent(correlate);
      case Union union -> sets.union(union);
      case Intersect intersect -> sets.intersect(intersect);
      case Minus minus -> sets.except(minus);
      case RepeatUnion union -> sets.recursive(union);
      case Uncollect uncollect -> sets.unnest(uncollect);
      case RelNode other ->
          throw new ColonnadeException(
              ErrorCode.UNSUPPORTED, "operator has no physical plan: " + other.getRelTypeName());
    };
  }

  OuterScopes scopes() {
    return scopes;
  }

  ScanTranslator scans() {
    return scans;
  }

  SetTranslator sets() {
    return sets;
  }

  /** Returns the expression over columns. */
  public Expression expression(RexNode node, List<PlanColumn> columns) {
    RowColumns input =
        new RowColumns(
            0,
            columns.stream().map(PlanColumn::type).toList(),
            columns.stream().map(PlanColumn::name).toList());
    ExpressionTranslator translator = new ExpressionTranslator(input, scopes, this::subquery);
    Expression expression = translator.translate(node);
    constantErrors.addAll(translator.constantErrors());
    return expression;
  }

  /**
   * Returns the errors of constants: as in PostgreSQL, the first of them fails an execution before
   * it reads a row.
   */
  public List<ColonnadeException> constantErrors() {
    return List.copyOf(constantErrors);
  }

  private SubqueryPlan subquery(SubqueryOperator operator, RowColumns outer) {
    SubqueryPlan known = subqueries.get(operator);
    if (known != null) {
      return known;
    }
    scopes.add(outer);
    PhysicalPlan plan = plan(subqueryPlanner.apply(operator.plan()));
    SubqueryPlan planned =
        new SubqueryPlan("SubPlan " + (subqueries.size() + 1), plan, !outer.types().isEmpty());
    subqueries.put(operator, planned);
    return planned;
  }

  private PhysicalPlan filter(Filter filter) {
    PhysicalPlan input = plan(filter.getInput());
    return new RowPlan.Filter(
        input, expression(filter.getCondition(), input.columns()), estimate(filter, input));
  }

  private PhysicalPlan project(Project project) {
    if (project.getInput().stripped() instanceof Values one && one.getTuples().size() == 1) {
      return row(project, one.getTuples().getFirst());
    }
    PhysicalPlan input = plan(project.getInput());
    List<Expression> expressions = new ArrayList<>();
    for (RexNode node : project.getProjects()) {
      expressions.add(expression(node, input.columns()));
    }
    return project(input, expressions, project.getRowType().getFieldNames());
  }

  /** Returns the projection of one row of literals as one row of expressions. */
  private PhysicalPlan row(Project project, List<RexLiteral> tuple) {
    RexShuttle toLiterals =
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            return tuple.get(ref.getIndex());
          }
        };
    List<Expression> values = new ArrayList<>();
    List<PlanColumn> columns = new ArrayList<>();
    for (RexNode node : project.getProjects()) {
      Expression value = expression(node.accept(toLiterals), List.of());
      String name = project.getRowType().getFieldNames().get(columns.size());
      columns.add(new PlanColumn(name, value.type()));
      values.add(value);
    }
    return new ScanPlan.Values(List.of(values), columns, PlanEstimate.ofRows(1));
  }

  /** Returns a projection; {@code names} are used for columns whose texts are too long. */
  static PhysicalPlan project(
      PhysicalPlan input, List<Expression> expressions, List<String> names) {
    List<String> inputNames = input.names();
    List<PlanColumn> columns = new ArrayList<>();
    for (int i = 0; i < expressions.size(); i++) {
      String text = expressions.get(i).sql(inputNames);
      columns.add(
          new PlanColumn(
              text.length() > NAME_LENGTH_MAX ? names.get(i) : text, expressions.get(i).type()));
    }
    PlanEstimate below = input.estimate();
    PlanEstimate estimate =
        new PlanEstimate(
            below.rows(),
            below.startupCost(),
            below.totalCost() + below.rows() * Costs.EXPRESSION * expressions.size());
    return input instanceof ScanPlan.SystemScan scan
        ? new RowPlan.Project(
            ScanTranslator.reading(scan, expressions), expressions, columns, estimate)
        : new RowPlan.Project(input, expressions, columns, estimate);
  }

  private PhysicalPlan sort(Sort sort) {
    PhysicalPlan input = plan(sort.getInput());
    List<SortKey> keys = sortKeys(sort.getCollation().getFieldCollations());
    Expression offset = count(sort.offset);
    Expression limit = count(sort.fetch);
    PhysicalPlan sorted = input;
    if (!keys.isEmpty()) {
      Expression needed = offset == null ? limit : null;
      sorted = new RowPlan.Sort(input, keys, 0, needed, Costs.sorted(input.estimate()));
    }
    return offset == null && limit == null
        ? sorted
        : new RowPlan.Limit(sorted, offset, limit, List.of(), estimate(sort, sorted));
  }

  private @Nullable Expression count(@Nullable RexNode count) {
    return count == null ? null : expression(count, List.of());
  }

  /** Returns the sort keys of a collation. */
  static List<SortKey> sortKeys(List<RelFieldCollation> fields) {
    List<SortKey> keys = new ArrayList<>();
    for (RelFieldCollation field : fields) {
      boolean descending = field.getDirection().isDescending();
      boolean nullsFirst =
          field.nullDirection == NullDirection.UNSPECIFIED
              ? descending
              : field.nullDirection == NullDirection.FIRST;
      keys.add(new SortKey(field.getFieldIndex(), descending, nullsFirst));
    }
    return keys;
  }

  /** Returns all columns of a table, as scans return them. */
  public static List<PlanColumn> columns(TableSchema schema) {
    return schema.columns().stream()
        .map(column -> new PlanColumn(column.name(), ColumnTypes.of(column)))
        .toList();
  }

  /** Returns the columns of a row type in the default representation of their kinds. */
  static List<PlanColumn> columns(RelNode node) {
    return node.getRowType().getFieldList().stream()
        .map(
            field ->
                new PlanColumn(
                    field.getName(), VectorType.of(CalciteTypes.kindOf(field.getType()))))
        .toList();
  }

  /** Returns the estimate of an operator that passes the rows of one input on. */
  static PlanEstimate estimate(RelNode node, PhysicalPlan input) {
    PlanEstimate below = input.estimate();
    return new PlanEstimate(
        rows(node), below.startupCost(), below.totalCost() + below.rows() * Costs.ROW);
  }

  /** Returns the estimated number of rows of an operator. */
  static double rows(RelNode node) {
    Double rows = node.getCluster().getMetadataQuery().getRowCount(node);
    return rows == null ? 1 : Math.max(1, rows);
  }
}
