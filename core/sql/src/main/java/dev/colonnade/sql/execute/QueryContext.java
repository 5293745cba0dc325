package dev.colonnade.sql.execute;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.execute.memory.QueryMemory;
import dev.colonnade.sql.execute.spill.SpillSpace;
import dev.colonnade.sql.expression.Evaluation;

/**
 * Context that the operators of one query share.
 *
 * @param ticker for the metrics of ANALYZE
 */
public record QueryContext(
    Evaluation evaluation, QueryMemory memory, SpillSpace spillSpace, NanoTicker ticker) {
  public QueryContext {
    requireNonNull(evaluation, "evaluation is null");
    requireNonNull(memory, "memory is null");
    requireNonNull(spillSpace, "spillSpace is null");
    requireNonNull(ticker, "ticker is null");
  }

  public Cancellation cancellation() {
    return evaluation.cancellation();
  }
}
