package dev.colonnade.sql.plan;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.error.SqlErrors;
import dev.colonnade.sql.parse.Nodes;
import dev.colonnade.sql.parse.StatementParser;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.plan.convert.EnumOrder;
import dev.colonnade.sql.plan.convert.PostgresRexBuilder;
import dev.colonnade.sql.plan.join.JoinRowCounts;
import dev.colonnade.sql.plan.join.LookupJoins;
import dev.colonnade.sql.plan.logical.LogicalProgram;
import dev.colonnade.sql.plan.lower.PlanLowering;
import dev.colonnade.sql.plan.physical.PhysicalPlanner;
import dev.colonnade.sql.plan.scan.AccessChoice;
import dev.colonnade.sql.plan.scan.PushDown;
import dev.colonnade.sql.plan.syntax.SyntaxRewriter;
import dev.colonnade.sql.plan.tree.ResultNames;
import dev.colonnade.sql.plan.tree.ShownReferences;
import dev.colonnade.sql.plan.type.CalciteTypes;
import dev.colonnade.sql.plan.type.PostgresTypeFactory;
import dev.colonnade.sql.plan.validate.PostgresValidator;
import dev.colonnade.sql.schema.MaterializedCteTable;
import dev.colonnade.sql.schema.SnapshotCatalogReader;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.apache.calcite.plan.Contexts;
import org.apache.calcite.plan.ConventionTraitDef;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.plan.volcano.VolcanoPlanner;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.metadata.JaninoRelMetadataProvider;
import org.apache.calcite.rel.metadata.RelMetadataQueryBase;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexExecutor;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.jspecify.annotations.Nullable;

/** Plans queries. Safe for use by many threads: nothing is kept between two queries. */
public final class QueryPlanner {
  /** Lists of an IN that are longer than this become joins with a table of values. */
  private static final int IN_LIST_MAX = 1000;

  static final SqlToRelConverter.Config CONVERSION =
      SqlToRelConverter.config()
          .withExpand(false)
          .withTrimUnusedFields(false)
          .withInSubQueryThreshold(IN_LIST_MAX)
          .withRemoveSortInSubQuery(true)
          .withRelBuilderConfigTransform(
              config -> config.withPushJoinCondition(true).withBloat(LogicalProgram.NEVER_MERGE));

  /** Executor that does not fold constants: Calcite would evaluate them by its own rules. */
  private static final RexExecutor NO_FOLDING =
      (builder, expressions, reduced) -> reduced.addAll(expressions);

  /** Plans a query; throws what is wrong with it as PostgreSQL names it. */
  public PlannedQuery plan(SqlNode query, PlannerContext context) {
    return plan(query, context, UnaryOperator.identity());
  }

  /**
   * Plans a query and what is done with its rows.
   *
   * @param above puts operators on top of the query's own
   */
  public PlannedQuery plan(SqlNode query, PlannerContext context, UnaryOperator<RelRoot> above) {
    try {
      return planChecked(query, context, above);
    } catch (ColonnadeException e) {
      throw e;
    } catch (StackOverflowError e) {
      throw new ColonnadeException(
          ErrorCode.STATEMENT_TOO_COMPLEX, "statement is nested too deeply", e);
    } catch (RuntimeException | AssertionError e) {
      throw SqlErrors.of(context.sql(), e);
    } finally {
      RelMetadataQueryBase.THREAD_PROVIDERS.remove();
    }
  }

  /** Plans the common table expressions that are computed once, and then the query. */
  private PlannedQuery planChecked(
      SqlNode query, PlannerContext context, UnaryOperator<RelRoot> above) {
    CommonTables tables = CommonTables.of(query);
    PlannerContext inner = context;
    List<List<SqlType>> parameters = new ArrayList<>();
    for (CommonTables.Item item : tables.items()) {
      PlannedQuery planned = planWhole(item.query(), inner, UnaryOperator.identity());
      parameters.add(planned.parameterTypes());
      inner =
          inner.with(
              new MaterializedCteTable(
                  item.name(),
                  columnNames(item, planned),
                  planned.columnTypes(),
                  planned.physical()));
    }
    return planWhole(tables.rest(), inner, above).withParameters(parameters);
  }

  private static List<String> columnNames(CommonTables.Item item, PlannedQuery planned) {
    List<String> names = new ArrayList<>(planned.columnNames());
    SqlNodeList given = item.columns();
    if (given == null) {
      return names;
    }
    if (given.size() > names.size()) {
      throw new ColonnadeException(
          ErrorCode.INVALID_COLUMN_REFERENCE,
          "WITH query \"%s\" has %d columns available but %d columns specified"
              .formatted(item.name(), names.size(), given.size()));
    }
    for (int i = 0; i < given.size(); i++) {
      names.set(i, ((SqlIdentifier) given.get(i)).getSimple());
    }
    return names;
  }

  private PlannedQuery planWhole(
      SqlNode query, PlannerContext context, UnaryOperator<RelRoot> above) {
    PostgresTypeFactory factory = new PostgresTypeFactory();
    Views views = new Views(context.names(), context.figures(), factory);
    SnapshotCatalogReader reader = views.reader(context.held());
    PostgresValidator validator = new PostgresValidator(reader, factory);
    List<String> names = ResultNames.of(query);
    SqlNode validated = validator.validate(SyntaxRewriter.rewritten(query));
    RelOptCluster cluster = newCluster(factory, context);
    views.useCluster(cluster);
    SqlToRelConverter converter = views.converter(validator, reader, cluster);
    boolean needsValidation = false;
    boolean isTop = true;
    RelRoot root = above.apply(converter.convertQuery(validated, needsValidation, isTop));
    ResultColumns columns = ResultColumns.of(root, validator, validated, context.names());
    List<SqlType> types = columns.types();
    RelNode shown = ShownReferences.asText(root.project());
    shown = hasEnums(context) ? EnumOrder.of(shown) : shown;
    RelNode pushed = optimized(shown);
    PhysicalPlan physical =
        new PhysicalPlanner(pushed, subquery -> subqueryPlan(subquery, context)).plan(pushed);
    return new PlannedQuery(
        pushed,
        physical,
        ResultNames.of(names, root.fields.rightList()),
        types,
        columns.origins(),
        parameterTypes(validator, validated));
  }

  /** Returns the optimized plan of a subquery that stays in an expression. */
  private RelNode subqueryPlan(RelNode converted, PlannerContext context) {
    return optimized(hasEnums(context) ? EnumOrder.of(converted) : converted);
  }

  private RelNode optimized(RelNode converted) {
    RelOptCluster cluster = converted.getCluster();
    RelNode optimized = new LogicalProgram(cluster, converted).optimize(converted);
    return pushDown(optimized)
        .accept(new AccessChoice(this::planned))
        .accept(new LookupJoins(LogicalProgram.relBuilder(cluster, optimized)));
  }

  private static RelOptCluster newCluster(PostgresTypeFactory factory, PlannerContext context) {
    RelOptPlanner planner = new VolcanoPlanner(null, Contexts.empty());
    planner.addRelTraitDef(ConventionTraitDef.INSTANCE);
    planner.setExecutor(NO_FOLDING);
    RelOptCluster cluster =
        RelOptCluster.create(planner, new PostgresRexBuilder(factory, hasEnums(context)));
    cluster.setMetadataProvider(JoinRowCounts.PROVIDER);
    RelMetadataQueryBase.THREAD_PROVIDERS.set(JaninoRelMetadataProvider.of(JoinRowCounts.PROVIDER));
    return cluster;
  }

  private static boolean hasEnums(PlannerContext context) {
    return !context.names().catalog().enums().isEmpty();
  }

  private static RelNode pushDown(RelNode optimized) {
    RexBuilder builder = optimized.getCluster().getRexBuilder();
    RelNode lowered =
        optimized.accept(
            new PlanLowering(
                builder, LogicalProgram.relBuilder(optimized.getCluster(), optimized)));
    return lowered.accept(new PushDown(builder));
  }

  /** Plans an expression of an index while a query is planned. */
  private RexNode planned(Table table, String expression) {
    var outer = RelMetadataQueryBase.THREAD_PROVIDERS.get();
    try {
      return plan(table, expression).expression();
    } finally {
      RelMetadataQueryBase.THREAD_PROVIDERS.set(outer);
    }
  }

  /** Plans a condition on the rows of a table. */
  private PlannedCondition plan(Table table, String expression) {
    SqlNode query =
        Nodes.select(
            SqlNodeList.of(StatementParser.parseExpression(expression)),
            new SqlIdentifier(table.name(), SqlParserPos.ZERO));
    PlannerContext context = new PlannerContext(expression, NameScope.ofTable(table), _ -> 1L);
    return PlannedCondition.of(expression, plan(query, context));
  }

  private static List<SqlType> parameterTypes(PostgresValidator validator, SqlNode validated) {
    NavigableMap<Integer, SqlType> byNumber = new TreeMap<>();
    validated.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlDynamicParam parameter) {
            byNumber.putIfAbsent(
                parameter.getIndex(),
                CalciteTypes.sqlType(validator.getValidatedNodeType(parameter)));
            return null;
          }
        });
    List<SqlType> types = new ArrayList<>();
    int count = byNumber.isEmpty() ? 0 : byNumber.lastKey() + 1;
    for (int i = 0; i < count; i++) {
      types.add(byNumber.getOrDefault(i, SqlType.of(TypeKind.UNKNOWN)));
    }
    return types;
  }
}
