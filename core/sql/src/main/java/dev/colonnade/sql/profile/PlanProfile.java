package dev.colonnade.sql.profile;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.operator.VectorOperator;
import java.util.IdentityHashMap;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.rel.RelNode;
import org.jspecify.annotations.Nullable;

/** Metrics of one execution of a plan, by operator. One thread. */
public final class PlanProfile {
  private final NanoTicker ticker;
  private final IdentityHashMap<RelNode, OperatorMetrics> metrics = new IdentityHashMap<>();

  public PlanProfile(NanoTicker ticker) {
    this.ticker = requireNonNull(ticker, "ticker is null");
  }

  /** Returns the metrics of an operator; null if it never ran. */
  public @Nullable OperatorMetrics find(RelNode operator) {
    return metrics.get(operator);
  }

  private OperatorMetrics started(RelNode operator) {
    OperatorMetrics found = metrics.computeIfAbsent(operator, _ -> new OperatorMetrics());
    found.recordStart();
    return found;
  }

  /** Returns an operator that records the metrics of another one. */
  public VectorOperator measured(RelNode node, VectorOperator operator) {
    return new MeasuredOperator(operator, started(node));
  }

  /** Returns the same rows, each enumeration of which is measured. */
  public <T> Enumerable<T> measured(RelNode node, Enumerable<T> rows) {
    return new AbstractEnumerable<>() {
      @Override
      public Enumerator<T> enumerator() {
        OperatorMetrics found = started(node);
        long start = ticker.nanos();
        Enumerator<T> enumerator = rows.enumerator();
        found.recordRequest(ticker.nanos() - start, 0);
        return new MeasuredEnumerator<>(enumerator, found);
      }
    };
  }

  private final class MeasuredOperator implements VectorOperator {
    private final VectorOperator operator;
    private final OperatorMetrics found;

    MeasuredOperator(VectorOperator operator, OperatorMetrics found) {
      this.operator = operator;
      this.found = found;
    }

    @Override
    public @Nullable VectorBatch next() {
      long start = ticker.nanos();
      VectorBatch batch = operator.next();
      found.recordRequest(ticker.nanos() - start, batch == null ? 0 : batch.rowCount());
      if (batch != null) {
        found.recordBatch(batch.memoryBytes());
      }
      return batch;
    }

    @Override
    public void close() {
      operator.close();
    }
  }

  private final class MeasuredEnumerator<T> implements Enumerator<T> {
    private final Enumerator<T> rows;
    private final OperatorMetrics found;

    MeasuredEnumerator(Enumerator<T> rows, OperatorMetrics found) {
      this.rows = rows;
      this.found = found;
    }

    @Override
    public T current() {
      return rows.current();
    }

    @Override
    public boolean moveNext() {
      long start = ticker.nanos();
      boolean isThere = rows.moveNext();
      found.recordRequest(ticker.nanos() - start, isThere ? 1 : 0);
      return isThere;
    }

    @Override
    public void reset() {
      rows.reset();
    }

    @Override
    public void close() {
      rows.close();
    }
  }
}
