package dev.colonnade.sql.frontend;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogLookups;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.analyze.bind.LiteralParameters;
import dev.colonnade.sql.analyze.bind.ParameterTypes;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.type.CatalogTypes;
import dev.colonnade.sql.frontend.explain.ExplainPlan;
import dev.colonnade.sql.frontend.plan.ArgumentsRequest;
import dev.colonnade.sql.frontend.plan.DataPlan;
import dev.colonnade.sql.frontend.plan.PlanRequest;
import dev.colonnade.sql.frontend.plan.StatementPlanner;
import dev.colonnade.sql.frontend.shape.BoundStatement;
import dev.colonnade.sql.frontend.shape.ShapeCache;
import dev.colonnade.sql.frontend.shape.ShapedText;
import dev.colonnade.sql.frontend.shape.ShareablePlan;
import dev.colonnade.sql.frontend.statement.DataStatements;
import dev.colonnade.sql.frontend.text.StatementText;
import dev.colonnade.sql.parser.SqlParser;
import dev.colonnade.sql.registry.Registry;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.syntax.Option;
import dev.colonnade.sql.syntax.query.DataStatement;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.TypeName;
import dev.colonnade.sql.type.SqlType;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Front end of statements of data, with its plan cache. Thread-safe. */
public final class FrontEnd {
  private final Registry registry = Registry.ofSystem();
  private final StatementPlanner planner = new StatementPlanner(registry);
  private final ShapeCache shapes = new ShapeCache();
  private final PlanCache plans = new PlanCache();
  private final LongAdder hits = new LongAdder();
  private final LongAdder misses = new LongAdder();
  private final LongAdder refusals = new LongAdder();

  /** Returns the only statement of a text whose shape is known; null for all other texts. */
  public @Nullable DataText find(String text) {
    ShapedText shaped = shapes.find(text);
    return shaped == null ? null : DataText.of(shaped);
  }

  /**
   * Returns the statements of a text, whose tokens, syntax trees and plans are charged to an
   * account.
   */
  public List<StatementText> parse(String text, LongConsumer memory) {
    return StatementText.parse(text, memory);
  }

  /**
   * Returns a statement that is planned here; null for a statement that is no statement of data.
   *
   * @param isAlone whether it is the only statement of its text
   */
  public @Nullable DataText data(StatementText parsed, boolean isAlone) {
    if (parsed.data() == null) {
      return null;
    }
    return DataText.of(parsed, isAlone ? shapes.add(parsed) : null);
  }

  /**
   * Returns the plan of a statement.
   *
   * @throws ColonnadeException with PostgreSQL's error and the position in the whole text
   */
  public PreparedStatement plan(DataText text, PlanContext context) {
    ShapedText shaped = text.shaped();
    return shaped != null ? shared(shaped, text, context) : alone(text, context);
  }

  /** Returns the cached plan of a statement; null if it has to be planned. */
  public @Nullable PreparedStatement find(DataText text, PlanContext context) {
    ShapedText shaped = text.shaped();
    if (shaped == null && isTooLong(text)) {
      return null;
    }
    String key = shaped == null ? text.text() : shaped.planKey();
    PreparedStatement plan = plans.find(context.key(key), context);
    if (plan == null) {
      return null;
    }
    hits.increment();
    return shaped == null ? plan : bound(plan, shaped, context);
  }

  /**
   * Returns a plan of a statement with the values that its literals have now, for executions in
   * sessions with other settings and at other times.
   *
   * @param plan as it is found or planned for the context
   */
  public PreparedStatement fixed(PreparedStatement plan, DataText text, PlanContext context) {
    if (plan.readsClock()) {
      return planAlone(text.parsed(), context, new CatalogLookups(), true);
    }
    return plan instanceof BoundStatement bound ? bound.fixed(context.input()) : plan;
  }

  /** Returns whether the plan of a text for its own literals is not cached. */
  private static boolean isTooLong(DataText text) {
    return text.length() > PlanCache.TEXT_LENGTH_MAX;
  }

  private static @Nullable PreparedStatement bound(
      PreparedStatement plan, ShapedText shaped, PlanContext context) {
    return BoundStatement.of(
        plan, shaped.clientCount(context.types()), shaped.values(), context.input());
  }

  private PreparedStatement shared(ShapedText shaped, DataText text, PlanContext context) {
    PlanContext.Key key = context.key(shaped.planKey());
    PreparedStatement plan = plans.find(key, context);
    if (plan != null) {
      hits.increment();
    } else {
      CatalogLookups lookups = new CatalogLookups();
      plan = shapes.isRefused(shaped) ? null : planShared(shaped, text, context, lookups);
      if (plan == null) {
        return alone(text, context);
      }
      misses.increment();
      plans.put(key, plan, lookups, context);
    }
    PreparedStatement bound = bound(plan, shaped, context);
    return bound == null ? alone(text, context) : bound;
  }

  /** Returns a plan with parameters for literals; null if it would depend on their values. */
  private @Nullable PreparedStatement planShared(
      ShapedText shaped, DataText text, PlanContext context, CatalogLookups lookups) {
    int clientCount = shaped.clientCount(context.types());
    DataPlan plan;
    try {
      plan = planner.plan(sharedRequest(shaped, clientCount, context, lookups));
    } catch (ColonnadeException | StackOverflowError e) {
      // Throws the error of the text itself if it has one.
      alone(text, context);
      refuse(shaped);
      return null;
    }
    if (ShareablePlan.test(
        plan, clientCount, shaped.values().size(), context.transaction().catalog())) {
      return DataStatements.of(plan);
    }
    refuse(shaped);
    return null;
  }

  private void refuse(ShapedText shaped) {
    refusals.increment();
    shapes.refuse(shaped);
  }

  private static PlanRequest sharedRequest(
      ShapedText shaped, int clientCount, PlanContext context, CatalogLookups lookups) {
    DataStatement statement =
        (DataStatement) SqlParser.parse(shaped.parameterized(clientCount)).getFirst().statement();
    return new PlanRequest(
        statement,
        shaped.types(context.types()),
        new LiteralParameters(clientCount, shaped.samples()),
        context.transaction(),
        context.names(),
        context.settings(),
        context.internalColumns(),
        lookups,
        false);
  }

  /**
   * Returns the plan of a statement that is part of another one. It is not cached.
   *
   * @throws ColonnadeException with PostgreSQL's error and the position of the syntax tree
   */
  public PreparedStatement plan(DataStatement statement, PlanContext context) {
    return DataStatements.of(dataPlan(statement, context));
  }

  /**
   * Variant of {@link #plan(DataStatement, PlanContext)} for a caller that runs the plan itself.
   */
  public DataPlan dataPlan(DataStatement statement, PlanContext context) {
    return planner.plan(
        new PlanRequest(
            statement,
            context.types(),
            LiteralParameters.NONE,
            context.transaction(),
            context.names(),
            context.settings(),
            context.internalColumns(),
            new CatalogLookups(),
            false));
  }

  /**
   * Returns the plan of a query for one row of values, which are assigned to types as the arguments
   * of EXECUTE are.
   *
   * @throws ColonnadeException with PostgreSQL's error and the position of the syntax tree
   */
  public PreparedStatement arguments(
      List<Expression> arguments, List<SqlType> types, PlanContext context) {
    return DataStatements.of(
        planner.plan(
            new ArgumentsRequest(arguments, types, context.transaction(), context.settings())));
  }

  /** Returns the type of a name; throws UNKNOWN_OBJECT if there is none. */
  public SqlType type(TypeName name, StatementTransaction transaction) {
    return planner.type(name, transaction);
  }

  /**
   * Returns the state of an analysis of parts of a definition, such as types, whose literals have
   * their values in the session.
   */
  public StatementAnalysis analysis(PlanContext context) {
    NameScope names = context.names();
    return new StatementAnalysis(
            registry.with(new CatalogTypes(names)), names, ParameterTypes.none())
        .reading(context.input(), true);
  }

  /** Returns the type of an OID; null if there is none. */
  public @Nullable SqlType type(long oid, StatementTransaction transaction) {
    return planner.type(oid, transaction);
  }

  /** Returns the plan of a text for its own literals. */
  private PreparedStatement alone(DataText text, PlanContext context) {
    if (isTooLong(text)) {
      misses.increment();
      return planAlone(text.parsed(), context, new CatalogLookups(), false);
    }
    PlanContext.Key key = context.key(text.text());
    PreparedStatement cached = plans.find(key, context);
    if (cached != null) {
      hits.increment();
      return cached;
    }
    misses.increment();
    CatalogLookups lookups = new CatalogLookups();
    PreparedStatement plan = planAlone(text.parsed(), context, lookups, false);
    if (plan.isCacheable()) {
      plans.put(key, plan, lookups, context);
    }
    return plan;
  }

  private PreparedStatement planAlone(
      StatementText text, PlanContext context, CatalogLookups lookups, boolean fixesClock) {
    PlanRequest request =
        new PlanRequest(
            requireNonNull(text.data(), "no statement of data"),
            context.types(),
            LiteralParameters.NONE,
            context.transaction(),
            context.names(),
            context.settings(),
            context.internalColumns(),
            lookups,
            fixesClock);
    List<Option> options = text.explainOptions();
    try {
      return options == null
          ? DataStatements.of(planner.plan(request))
          : ExplainPlan.of(options, () -> planner.plan(request));
    } catch (ColonnadeException e) {
      throw text.error(e);
    } catch (StackOverflowError e) {
      throw new ColonnadeException(
          ErrorCode.STATEMENT_TOO_COMPLEX, "stack depth limit exceeded", e);
    }
  }

  /** Returns the counters of the plan cache. */
  public PlanCacheStatistics statistics() {
    return new PlanCacheStatistics(hits.sum(), misses.sum(), refusals.sum());
  }
}
