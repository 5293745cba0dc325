package dev.colonnade.sql.execute.aggregate;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.Closing;
import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.PieceReader;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.execute.parallel.ParallelPipeline;
import dev.colonnade.sql.execute.spill.SpillPartitions;
import dev.colonnade.sql.execute.spill.SpillReader;
import dev.colonnade.sql.physical.AggregatePlan;
import dev.colonnade.sql.vector.VectorBatch;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Aggregation by hash tables, one for each grouping set, in one pass over the input. Rows of groups
 * for which memory is denied are written to partitions and aggregated afterwards, partition by
 * partition.
 */
public final class HashAggregateOperator extends Operator {
  private final AggregatePlan.HashAggregate plan;
  private final AggregateLayout layout;

  /** Input that several workers run; null if there is one worker. */
  private final @Nullable ParallelPipeline pipeline;

  private final Deque<AggregationPass> passes = new ArrayDeque<>();
  private final Deque<SpilledSet> spilled = new ArrayDeque<>();

  public HashAggregateOperator(
      QueryContext query, Operator input, AggregatePlan.HashAggregate plan) {
    super(query, input);
    this.plan = requireNonNull(plan, "plan is null");
    this.layout = AggregateLayout.of(plan);
    this.pipeline = null;
  }

  /** Creates an aggregation by several workers, whose calls can all be merged. */
  public HashAggregateOperator(
      QueryContext query, ParallelPipeline pipeline, AggregatePlan.HashAggregate plan) {
    super(query);
    this.plan = requireNonNull(plan, "plan is null");
    this.layout = AggregateLayout.of(plan);
    this.pipeline = requireNonNull(pipeline, "pipeline is null");
  }

  /** Rows of one grouping set in partitions, of which those before {@code next} are done. */
  private static final class SpilledSet {
    private final List<Integer> setKeys;
    private final int depth;
    private final SpillPartitions partitions;
    private int next;

    SpilledSet(List<Integer> setKeys, int depth, SpillPartitions partitions) {
      this.setKeys = setKeys;
      this.depth = depth;
      this.partitions = partitions;
    }
  }

  @Override
  protected void open() {
    for (List<Integer> set : plan.groupingSets()) {
      passes.add(new AggregationPass(layout, set, 0, spillContext()));
    }
    if (pipeline == null) {
      addAll(input(0));
    } else {
      addAll(pipeline);
    }
    passes.forEach(AggregationPass::finish);
  }

  private void addAll(Operator input) {
    PieceReader pieces = layout.reader(input);
    for (VectorBatch piece = pieces.next(); piece != null; piece = pieces.next()) {
      for (AggregationPass pass : passes) {
        pass.add(piece);
      }
    }
    input.close();
  }

  private void addAll(ParallelPipeline workers) {
    try (ParallelAggregation aggregation =
        new ParallelAggregation(query(), workers, layout, List.copyOf(passes))) {
      recordWorkers(aggregation.run());
    }
    workers.close();
  }

  @Override
  protected @Nullable VectorBatch produce() {
    while (true) {
      AggregationPass pass = passes.peek();
      if (pass == null) {
        pass = nextPass();
        if (pass == null) {
          return null;
        }
      }
      VectorBatch batch = pass.next();
      if (batch != null) {
        return batch;
      }
      finish(pass);
    }
  }

  private void finish(AggregationPass pass) {
    recordSpill(pass.spilledBytes());
    passes.remove();
    SpillPartitions partitions = pass.partitions();
    if (partitions != null) {
      spilled.push(new SpilledSet(pass.setKeys(), pass.depth() + 1, partitions));
    }
    pass.closeGroups();
  }

  /** Aggregates the next partition; returns null if there are none left. */
  private @Nullable AggregationPass nextPass() {
    for (SpilledSet set = spilled.peek(); set != null; set = spilled.peek()) {
      while (set.next < set.partitions.partitionCount()) {
        int partition = set.next++;
        if (set.partitions.rowCount(partition) > 0) {
          return aggregated(set, partition);
        }
      }
      spilled.remove();
      set.partitions.close();
    }
    return null;
  }

  private AggregationPass aggregated(SpilledSet set, int partition) {
    AggregationPass pass = new AggregationPass(layout, set.setKeys, set.depth, spillContext());
    passes.add(pass);
    SpillReader reader = set.partitions.reader(partition);
    for (VectorBatch batch = reader.next(); batch != null; batch = reader.next()) {
      query().cancellation().check();
      pass.add(batch);
    }
    set.partitions.delete(partition);
    pass.finish();
    return pass;
  }

  @Override
  protected void release() {
    List<Runnable> open = new ArrayList<>();
    passes.forEach(pass -> open.add(pass::close));
    spilled.forEach(set -> open.add(set.partitions::close));
    if (pipeline != null) {
      open.add(pipeline::close);
    }
    passes.clear();
    spilled.clear();
    Closing.all(open.reversed(), Runnable::run);
  }
}
