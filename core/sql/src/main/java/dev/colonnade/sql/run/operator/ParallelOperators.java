package dev.colonnade.sql.run.operator;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.OperatorStatistics;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.execute.WorkerThreads;
import dev.colonnade.sql.execute.join.BuildSide;
import dev.colonnade.sql.execute.join.HashJoinOperator;
import dev.colonnade.sql.execute.join.hash.JoinShape;
import dev.colonnade.sql.execute.parallel.ParallelPipeline;
import dev.colonnade.sql.execute.row.FilterOperator;
import dev.colonnade.sql.execute.row.ProjectOperator;
import dev.colonnade.sql.execute.scan.SharedScan;
import dev.colonnade.sql.execute.scan.TableReads;
import dev.colonnade.sql.execute.scan.TableScanOperator;
import dev.colonnade.sql.execute.spill.SpillContext;
import dev.colonnade.sql.physical.JoinPlan;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.RowPlan;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.run.context.ParallelPlan;
import dev.colonnade.sql.run.context.PlanStatistics;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Pipelines that several workers run. One thread creates them. */
final class ParallelOperators {
  private final PlanOperators factory;
  private final QueryContext query;
  private final Supplier<QueryContext> workerContexts;
  private final TableReads reads;
  private final @Nullable PlanStatistics statistics;
  private final WorkerThreads threads;
  private final RuntimeFilters filters;

  /**
   * Creates the source of pipelines.
   *
   * @param workerContexts returns a context of the same query for another thread
   */
  ParallelOperators(
      PlanOperators factory,
      QueryContext query,
      Supplier<QueryContext> workerContexts,
      TableReads reads,
      @Nullable PlanStatistics statistics,
      WorkerThreads threads,
      RuntimeFilters filters) {
    this.factory = requireNonNull(factory, "factory is null");
    this.query = requireNonNull(query, "query is null");
    this.workerContexts = requireNonNull(workerContexts, "workerContexts is null");
    this.reads = requireNonNull(reads, "reads is null");
    this.statistics = statistics;
    this.threads = requireNonNull(threads, "threads is null");
    this.filters = requireNonNull(filters, "filters is null");
  }

  /**
   * Returns the pipeline of a plan, with its build sides.
   *
   * @param measuresTop whether the topmost operator is measured, because no other one is for it
   */
  ParallelPipeline pipeline(PhysicalPlan plan, int workers, boolean measuresTop) {
    Workers operators = new Workers(plan, measuresTop);
    return new ParallelPipeline(query, operators.topDownBuilds, operators, workers, threads);
  }

  /** Operators of the workers of one pipeline. */
  private final class Workers implements ParallelPipeline.WorkerOperators {
    private final PhysicalPlan plan;
    private final boolean measuresTop;
    private final SharedScan scan;
    private final List<BuildSide> topDownBuilds = new ArrayList<>();
    private final IdentityHashMap<PhysicalPlan, BuildSide> builds = new IdentityHashMap<>();
    private final List<PlanStatistics> measured = new ArrayList<>();

    /** Metrics of topmost operators whose rows and time are measured by another one. */
    private final List<OperatorStatistics> resources = new ArrayList<>();

    @SuppressWarnings("ReferenceEquality") // plans are compared by identity
    private boolean isMeasured(PhysicalPlan part) {
      return measuresTop || part != plan;
    }

    Workers(PhysicalPlan plan, boolean measuresTop) {
      this.plan = plan;
      this.measuresTop = measuresTop;
      this.scan = prepare(plan);
    }

    /** Creates the build sides of a plan, and the scan, which is returned. */
    private SharedScan prepare(PhysicalPlan part) {
      return switch (part) {
        case ScanPlan.TableScan found -> new SharedScan(found, reads, filters.of(found));
        case RowPlan row -> prepare(row.input());
        case JoinPlan.HashJoin join -> prepare(join);
        default -> throw unexpected(part);
      };
    }

    private SharedScan prepare(JoinPlan.HashJoin join) {
      try (RuntimeFilters.Scope scope = filters.open(join)) {
        BuildSide build =
            new BuildSide(
                JoinShape.of(join),
                join.buildsLeft(),
                factory.create(ParallelPlan.buildOf(join)),
                scope.ofBuild(),
                new SpillContext(
                    query.memory().newOperator(), query.spillSpace(), query.cancellation()));
        builds.put(join, build);
        topDownBuilds.add(build);
        return prepare(ParallelPlan.probeOf(join));
      }
    }

    private IllegalStateException unexpected(PhysicalPlan part) {
      return new IllegalStateException("plan is not part of a pipeline: plan=" + part);
    }

    @Override
    public Operator create() {
      PlanStatistics ofWorker = null;
      if (statistics != null) {
        ofWorker = new PlanStatistics();
        measured.add(ofWorker);
      }
      return create(plan, workerContexts.get(), ofWorker);
    }

    private Operator create(
        PhysicalPlan part, QueryContext context, @Nullable PlanStatistics ofWorker) {
      Operator operator =
          switch (part) {
            case ScanPlan.TableScan _ -> new TableScanOperator(context, scan, false);
            case RowPlan.Filter filter ->
                new FilterOperator(
                    context, create(filter.input(), context, ofWorker), filter.predicate());
            case RowPlan.Project project ->
                new ProjectOperator(
                    context, create(project.input(), context, ofWorker), project.expressions());
            case JoinPlan.HashJoin join ->
                new HashJoinOperator(
                    context,
                    requireNonNull(builds.get(join), "build side is missing"),
                    create(ParallelPlan.probeOf(join), context, ofWorker));
            default -> throw unexpected(part);
          };
      if (ofWorker != null) {
        operator.measureWith(isMeasured(part) ? ofWorker.of(part) : newResources());
      }
      return operator;
    }

    private OperatorStatistics newResources() {
      OperatorStatistics used = new OperatorStatistics();
      resources.add(used);
      return used;
    }

    @Override
    public void open() {
      scan.open();
    }

    @Override
    public void close() {
      scan.close();
      if (statistics != null) {
        measured.forEach(statistics::addWorker);
        measured.clear();
        resources.forEach(statistics.of(plan)::addResources);
        resources.clear();
      }
    }
  }
}
