package dev.colonnade.split.pressure;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.commit.Mutations;
import dev.colonnade.mvcc.commit.WriteAdmission;
import dev.colonnade.range.RangeMap;
import dev.colonnade.split.load.RangeMeter;
import java.util.ArrayList;
import java.util.List;

/** A batch that was let in: its bytes count as on their way until it is done. */
final class Passage implements WriteAdmission.Ticket {
  private final WritePressure pressure;
  private final Mutations mutations;
  private final BatchCharges charges;
  private final List<RangeMeter> meters = new ArrayList<>(1);

  Passage(WritePressure pressure, Mutations mutations, BatchCharges charges) {
    this.pressure = pressure;
    this.mutations = mutations;
    this.charges = charges;
    for (RangeCharge charge : charges.all()) {
      RangeMeter meter = pressure.loads().of(charge.range());
      meter.addInFlight(charge.bytes());
      meter.wrote(charge.firstKey(), charge.rows());
      meters.add(meter);
    }
  }

  /** The leader alone writes, so what it finds here holds until this batch is in its group. */
  @Override
  public void check() {
    RangeMap map = pressure.ranges().map();
    boolean isUnchanged = map == charges.map();
    BatchCharges current = isUnchanged ? charges : BatchCharges.of(mutations, map);
    for (RangeCharge charge : current.all()) {
      long max = pressure.gauge().hardMaxBytes(charge);
      long bytes = pressure.ranges().totalBytesWithGroup(charge.start());
      if (charge.bytes() > 0 && bytes + charge.bytes() > max) {
        pressure.countRefused();
        throw new ColonnadeException(
            ErrorCode.RANGE_FULL,
            "range may not grow further before it is split range=%d bytes=%d moreBytes=%d max=%d"
                .formatted(charge.range().id(), bytes, charge.bytes(), max));
      }
    }
  }

  @Override
  public void leave() {
    List<RangeCharge> all = charges.all();
    for (int index = 0; index < all.size(); index++) {
      meters.get(index).addInFlight(-all.get(index).bytes());
      pressure.line().wake(all.get(index).range().id());
    }
  }
}
