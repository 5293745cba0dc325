package dev.colonnade.sql.execute.parallel;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.execute.TestQuery;
import dev.colonnade.sql.execute.TestRows;
import dev.colonnade.sql.execute.WorkerThreads;
import dev.colonnade.sql.execute.join.BuildSide;
import dev.colonnade.sql.vector.VectorBatch;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Pipeline over rows of a test: its workers share one source of batches. */
public final class TestPipeline implements ParallelPipeline.WorkerOperators {
  private final QueryContext query;
  private final Operator source;
  private final UnaryOperator<Operator> steps;
  private final AtomicInteger batchesUntilFailure;
  private int createdCount;

  private TestPipeline(
      QueryContext query, Operator source, UnaryOperator<Operator> steps, int failsAfter) {
    this.query = query;
    this.source = source;
    this.steps = steps;
    this.batchesUntilFailure = new AtomicInteger(failsAfter);
  }

  /**
   * Returns a pipeline.
   *
   * @param steps adds the operators of a worker above its scan
   * @param failsAfter number of batches after which reading fails; negative for never
   */
  public static ParallelPipeline of(
      TestQuery query,
      TestRows rows,
      int rowsMax,
      List<BuildSide> builds,
      UnaryOperator<Operator> steps,
      int workers,
      int failsAfter,
      WorkerThreads threads) {
    QueryContext context = query.context();
    return new ParallelPipeline(
        context,
        builds,
        new TestPipeline(context, rows.source(context, rowsMax), steps, failsAfter),
        workers,
        threads);
  }

  @Override
  public void open() {}

  @Override
  public Operator create() {
    createdCount++;
    return steps.apply(
        new Operator(query) {
          @Override
          protected @Nullable VectorBatch produce() {
            return nextOfSource();
          }
        });
  }

  int createdCount() {
    return createdCount;
  }

  private synchronized @Nullable VectorBatch nextOfSource() {
    if (batchesUntilFailure.getAndDecrement() == 0) {
      throw new IllegalStateException("source failed");
    }
    return source.next();
  }

  @Override
  public void close() {
    source.close();
  }
}
