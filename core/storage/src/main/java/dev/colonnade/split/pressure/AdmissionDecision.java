package dev.colonnade.split.pressure;

import dev.colonnade.range.RangeDescriptor;

/** Admission decision about a write batch. */
sealed interface AdmissionDecision {
  AdmissionDecision PASS = new Pass();

  /** The batch is admitted immediately. */
  record Pass() implements AdmissionDecision {}

  /** The batch is admitted after {@code nanos}, or earlier when the range is split. */
  record Delay(RangeDescriptor range, long nanos) implements AdmissionDecision {}

  /**
   * The batch waits in the queue of {@code range}.
   *
   * @param splits whether the batch waits for a split; otherwise it waits until other writes finish
   */
  record Wait(RangeDescriptor range, boolean splits) implements AdmissionDecision {}
}
