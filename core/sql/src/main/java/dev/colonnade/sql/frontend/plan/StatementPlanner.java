package dev.colonnade.sql.frontend.plan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.analyze.Analyzer;
import dev.colonnade.sql.analyze.bind.AnalyzedStatement;
import dev.colonnade.sql.analyze.bind.ParameterTypes;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.type.CatalogTypes;
import dev.colonnade.sql.analyze.type.TypeNames;
import dev.colonnade.sql.function.datetime.InputContext;
import dev.colonnade.sql.function.interrupt.Interruption;
import dev.colonnade.sql.logical.CursorKeys;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.optimize.LogicalOptimizer;
import dev.colonnade.sql.optimize.context.PlannerSettings;
import dev.colonnade.sql.optimize.context.PlanningContext;
import dev.colonnade.sql.optimize.physical.PhysicalPlanner;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.registry.Registry;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.registry.type.Types;
import dev.colonnade.sql.syntax.query.TypeName;
import dev.colonnade.sql.type.SqlType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Planner of statements of data: analyzes, optimizes, and chooses algorithms. Thread-safe. */
public final class StatementPlanner {
  private final Registry system;

  /**
   * Creates a planner.
   *
   * @param system registry of the built-in types and functions
   */
  public StatementPlanner(Registry system) {
    this.system = requireNonNull(system, "system is null");
  }

  /**
   * Returns the plan of a statement.
   *
   * @throws dev.colonnade.error.ColonnadeException with PostgreSQL's error if it has none
   */
  public DataPlan plan(PlanRequest request) {
    StatementTransaction transaction = request.transaction();
    NameScope names = request.names().recording(request.lookups());
    Registry registry = system.with(new CatalogTypes(names));
    StatementAnalysis analysis =
        new StatementAnalysis(registry, names, parameters(request, registry.types()))
            .reading(input(transaction, request.settings()), request.fixesClock());
    if (!request.settings().isRowSecurityOn()) {
      analysis.switchRowSecurityOff();
    }
    AnalyzedStatement analyzed = Analyzer.analyze(request.statement(), analysis);
    return plan(analyzed, analysis, transaction, request.settings(), request.internalColumns());
  }

  /** Returns the plan of one row of arguments. */
  public DataPlan plan(ArgumentsRequest request) {
    StatementTransaction transaction = request.transaction();
    StatementAnalysis analysis =
        analysis(transaction).reading(input(transaction, request.settings()), false);
    Types types = analysis.registry().types();
    List<TypeReference> targets = new ArrayList<>();
    for (SqlType type : request.types()) {
      TypeReference target = ClientTypes.reference(type, types);
      targets.add(target == null ? TypeReference.of(types.base().named("text")) : target);
    }
    AnalyzedStatement analyzed = Analyzer.arguments(request.arguments(), targets, analysis);
    return plan(analyzed, analysis, transaction, request.settings(), Set.of());
  }

  /**
   * Returns the type of a name, as clients see it.
   *
   * @throws dev.colonnade.error.ColonnadeException UNKNOWN_OBJECT if there is none
   */
  public SqlType type(TypeName name, StatementTransaction transaction) {
    StatementAnalysis analysis = analysis(transaction);
    return ClientTypes.of(new TypeNames(analysis).resolve(name), analysis);
  }

  /** Returns the type of an OID, as clients see it; null if there is none. */
  public @Nullable SqlType type(long oid, StatementTransaction transaction) {
    StatementAnalysis analysis = analysis(transaction);
    Type type = analysis.registry().types().find(oid);
    return type == null ? null : ClientTypes.of(TypeReference.of(type), analysis);
  }

  private StatementAnalysis analysis(StatementTransaction transaction) {
    NameScope names = transaction.names();
    return new StatementAnalysis(
        system.with(new CatalogTypes(names)), names, ParameterTypes.none());
  }

  private static DataPlan plan(
      AnalyzedStatement analyzed,
      StatementAnalysis analysis,
      StatementTransaction transaction,
      PlannerSettings settings,
      Set<Integer> internalColumns) {
    PlanningContext context =
        new PlanningContext(
            analysis.variables(),
            new TransactionStatistics(transaction.tables()),
            settings,
            Interruption.current(),
            new AnalyzedIndexes(analysis),
            analyzed.parameterTypes());
    LogicalPlan shown =
        ShownReferences.asText(analyzed, analysis, withKeys(internalColumns, analyzed));
    LogicalPlan optimized = LogicalOptimizer.optimize(shown, context);
    PhysicalPlan physical = PhysicalPlanner.plan(optimized, context);
    List<SqlType> types =
        analyzed.parameterTypes().stream().map(type -> ClientTypes.of(type, analysis)).toList();
    List<SqlType> columnTypes =
        analyzed.columns().stream().map(column -> ClientTypes.of(column, analysis)).toList();
    return new DataPlan(
        analyzed, physical, types, columnTypes, failure(analyzed, analysis), analysis.readsClock());
  }

  private static InputContext input(StatementTransaction transaction, PlannerSettings settings) {
    return new InputContext(settings.input(), transaction.startMicros());
  }

  /** Returns the positions of internal columns: also of the keys behind the rows of a cursor. */
  private static Set<Integer> withKeys(Set<Integer> internalColumns, AnalyzedStatement analyzed) {
    CursorKeys keys = analyzed.cursorKeys();
    if (keys == null) {
      return internalColumns;
    }
    Set<Integer> all = new HashSet<>(internalColumns);
    for (int i = keys.columnCount(); i < analyzed.columns().size(); i++) {
      all.add(i);
    }
    return all;
  }

  private static @Nullable ColonnadeException failure(
      AnalyzedStatement analyzed, StatementAnalysis analysis) {
    return analysis.hasFailedConstant()
        ? FailedConstants.find(analyzed.plan(), analysis.variables())
        : null;
  }

  private static ParameterTypes parameters(PlanRequest request, Types types) {
    List<@Nullable TypeReference> declared = new ArrayList<>();
    for (SqlType type : request.declared()) {
      declared.add(ClientTypes.reference(type, types));
    }
    return new ParameterTypes(declared, request.literals());
  }
}
