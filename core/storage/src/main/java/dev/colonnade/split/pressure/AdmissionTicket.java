package dev.colonnade.split.pressure;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.commit.extension.WriteAdmission;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.range.RangeMap;
import dev.colonnade.split.load.RangeMeter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/** Admission ticket of a write batch: its bytes count as in flight until it leaves. */
final class AdmissionTicket implements WriteAdmission.Ticket {
  private final AdmissionContext context;
  private final LongConsumer wake;
  private final Mutations mutations;
  private final BatchCharges charges;
  private final List<RangeMeter> meters = new ArrayList<>(1);

  /**
   * Creates the ticket and counts the batch.
   *
   * @param wake wakes the writes that wait for a range, given its id, when this batch leaves
   */
  AdmissionTicket(
      AdmissionContext context, LongConsumer wake, Mutations mutations, BatchCharges charges) {
    this.context = context;
    this.wake = wake;
    this.mutations = mutations;
    this.charges = charges;
    for (RangeCharge charge : charges.all()) {
      RangeMeter meter = context.loads().of(charge.range());
      meter.addInFlight(charge.bytes());
      meter.countWrites(charge.firstKey(), charge.rows());
      meters.add(meter);
    }
  }

  /**
   * Enforces the hard limit. Called by the leader, the only writer, so the result is valid until
   * the batch is in its group.
   */
  @Override
  public void check() {
    RangeMap map = context.ranges().map();
    boolean isUnchanged = map == charges.map();
    BatchCharges current = isUnchanged ? charges : BatchCharges.of(mutations, map);
    for (RangeCharge charge : current.all()) {
      long max = context.gauge().hardMaxBytes(charge);
      long bytes = context.ranges().totalBytesWithGroup(charge.start());
      if (charge.bytes() > 0 && bytes + charge.bytes() > max) {
        context.countRefused();
        throw new ColonnadeException(
            ErrorCode.RANGE_FULL,
            "range must not grow before it is split range=%d bytes=%d moreBytes=%d max=%d"
                .formatted(charge.range().id(), bytes, charge.bytes(), max));
      }
    }
  }

  @Override
  public void leave() {
    List<RangeCharge> all = charges.all();
    for (int index = 0; index < all.size(); index++) {
      meters.get(index).addInFlight(-all.get(index).bytes());
      wake.accept(all.get(index).range().id());
    }
  }
}
