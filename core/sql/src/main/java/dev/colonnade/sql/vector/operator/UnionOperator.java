package dev.colonnade.sql.vector.operator;

import dev.colonnade.sql.vector.VectorBatch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of one input after the other. */
public final class UnionOperator implements VectorOperator {
  private final List<VectorOperator> inputs;
  private int present;

  public UnionOperator(List<VectorOperator> inputs) {
    this.inputs = List.copyOf(inputs);
  }

  @Override
  public @Nullable VectorBatch next() {
    while (present < inputs.size()) {
      VectorBatch batch = inputs.get(present).next();
      if (batch != null) {
        return batch;
      }
      inputs.get(present++).close();
    }
    return null;
  }

  @Override
  public void close() {
    inputs.forEach(VectorOperator::close);
  }
}
