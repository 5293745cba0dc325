package dev.colonnade.sql.execute.aggregate;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.PieceReader;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.execute.memory.OperatorMemory;
import dev.colonnade.sql.execute.parallel.ParallelPipeline;
import dev.colonnade.sql.execute.parallel.WorkerGroup;
import dev.colonnade.sql.execute.spill.SpillContext;
import dev.colonnade.sql.vector.VectorBatch;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Aggregation of the rows of a pipeline by several workers. Each worker has groups of its own,
 * which are merged into those of the statement's thread. When memory is denied, all workers end,
 * and the statement's thread aggregates the rest of the rows alone, so that only its groups are
 * ever spilled.
 */
final class ParallelAggregation implements AutoCloseable {
  private final QueryContext query;
  private final ParallelPipeline pipeline;
  private final AggregateLayout layout;
  private final List<AggregationPass> passes;
  private final List<Lane> lanes = new ArrayList<>();
  private final WorkerGroup group;
  private volatile boolean isDenied;

  /**
   * Creates the aggregation.
   *
   * @param passes of the statement's thread, one for each grouping set
   */
  ParallelAggregation(
      QueryContext query,
      ParallelPipeline pipeline,
      AggregateLayout layout,
      List<AggregationPass> passes) {
    this.query = requireNonNull(query, "query is null");
    this.pipeline = requireNonNull(pipeline, "pipeline is null");
    this.layout = requireNonNull(layout, "layout is null");
    this.passes = List.copyOf(passes);
    this.group = pipeline.newGroup();
  }

  /** Aggregates all rows. Returns the number of workers. */
  int run() {
    int workers = pipeline.prepare();
    PieceReader own = layout.reader(pipeline.newOperators());
    for (int i = 1; i < workers; i++) {
      Lane lane = new Lane(layout.reader(pipeline.newOperators()));
      lanes.add(lane);
      if (!group.tryStart(lane::run)) {
        break;
      }
    }
    if (!lanes.isEmpty()) {
      try {
        addUntilDenied(own, passes);
      } catch (RuntimeException | Error e) {
        group.stop();
        throw e;
      } finally {
        group.await();
      }
      group.rethrow();
      lanes.forEach(Lane::merge);
    }
    addAll(own);
    lanes.forEach(lane -> addAll(lane.rows));
    return lanes.size() + 1;
  }

  private void addUntilDenied(PieceReader rows, List<AggregationPass> into) {
    VectorBatch piece = next(rows);
    while (piece != null) {
      for (AggregationPass pass : into) {
        isDenied |= !pass.mayGrow(piece.rowCount());
      }
      if (isDenied) {
        rows.unread(piece);
        return;
      }
      for (AggregationPass pass : into) {
        isDenied |= !pass.tryAdd(piece);
      }
      piece = next(rows);
    }
  }

  private @Nullable VectorBatch next(PieceReader rows) {
    return isDenied || group.isStopped() ? null : rows.next();
  }

  /** Adds the rows that workers have left. */
  private void addAll(PieceReader rows) {
    for (VectorBatch piece = rows.next(); piece != null; piece = rows.next()) {
      for (AggregationPass pass : passes) {
        pass.add(piece);
      }
    }
  }

  @Override
  public void close() {
    group.stop();
    group.await();
    lanes.forEach(Lane::close);
    lanes.clear();
  }

  /** Groups of a worker on another thread. */
  private final class Lane {
    private final PieceReader rows;
    private final OperatorMemory memory = query.memory().newOperator();
    private final List<AggregationPass> own = new ArrayList<>();

    Lane(PieceReader rows) {
      this.rows = rows;
      SpillContext context = new SpillContext(memory, query.spillSpace(), query.cancellation());
      for (AggregationPass pass : passes) {
        own.add(AggregationPass.mergedInto(pass, context));
      }
    }

    void run() {
      addUntilDenied(rows, own);
    }

    void merge() {
      for (int i = 0; i < own.size(); i++) {
        passes.get(i).merge(own.get(i));
        own.get(i).closeGroups();
      }
      own.clear();
    }

    void close() {
      own.forEach(AggregationPass::close);
      memory.close();
    }
  }
}
