package dev.colonnade.sql.execute.scan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.access.StatementReads;
import dev.colonnade.sql.expression.Evaluation;

/**
 * Access of a running query to stored tables.
 *
 * @param usesIndexes whether scans may use indexes where the order of rows does not need one
 */
public record TableReads(StatementReads reads, Evaluation evaluation, boolean usesIndexes) {
  public TableReads {
    requireNonNull(reads, "reads is null");
    requireNonNull(evaluation, "evaluation is null");
  }
}
