package dev.colonnade.sql.execute.parallel;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.Closing;
import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.execute.WorkerThreads;
import dev.colonnade.sql.execute.join.BuildSide;
import java.util.ArrayList;
import java.util.List;

/**
 * Operators between a table scan and an operator that needs all rows, which several workers run:
 * each has operators of its own, and all of them read the same scan and probe the same tables. The
 * thread of the statement creates, prepares and closes it, and is one of the workers.
 */
public final class ParallelPipeline implements AutoCloseable {
  private final QueryContext query;
  private final List<BuildSide> builds;
  private final WorkerOperators operators;
  private final int workersMax;
  private final WorkerThreads threads;
  private final List<Operator> created = new ArrayList<>();

  /** Source of the operators of workers, and of what they share beside build sides. */
  public interface WorkerOperators extends AutoCloseable {
    /** Opens what workers share, on the thread of the statement. */
    void open();

    /** Creates the operators of a worker, on the thread of the statement. */
    Operator create();

    /** Frees what workers share, when no worker runs. Idempotent. */
    @Override
    void close();
  }

  /**
   * Creates a pipeline.
   *
   * @param builds build sides of its joins, the last join first
   * @param operators of its workers
   * @param workersMax the maximum number of workers, the thread of the statement included
   */
  public ParallelPipeline(
      QueryContext query,
      List<BuildSide> builds,
      WorkerOperators operators,
      int workersMax,
      WorkerThreads threads) {
    this.query = requireNonNull(query, "query is null");
    this.builds = List.copyOf(builds);
    this.operators = requireNonNull(operators, "operators is null");
    this.workersMax = workersMax;
    this.threads = requireNonNull(threads, "threads is null");
  }

  /**
   * Reads the build sides and opens the scan. Returns the number of workers that can run: one if a
   * join is empty in any case.
   */
  public int prepare() {
    for (BuildSide build : builds) {
      build.read();
      if (build.isJoinEmpty()) {
        return 1;
      }
    }
    operators.open();
    return workersMax;
  }

  /** Returns the operators of a new worker, which are closed with the pipeline. */
  public Operator newOperators() {
    Operator operator = operators.create();
    created.add(operator);
    return operator;
  }

  /** Returns a group for further workers. */
  public WorkerGroup newGroup() {
    return new WorkerGroup(threads, query.cancellation());
  }

  /** Frees everything. Idempotent. No worker may run. */
  @Override
  public void close() {
    List<Runnable> open = new ArrayList<>();
    created.forEach(operator -> open.add(operator::close));
    builds.forEach(build -> open.add(build::close));
    open.add(operators::close);
    created.clear();
    Closing.all(open, Runnable::run);
  }
}
