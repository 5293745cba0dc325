package dev.colonnade.server.translate;

import dev.colonnade.key.Key;
import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.response.RangeInfo;
import dev.colonnade.range.RangeStatus;
import dev.colonnade.range.statistics.RangeStatistics;

/** Ranges as the wire describes them. */
public final class RangeInfos {
  private RangeInfos() {}

  public static RangeInfo toWire(RangeStatus status) {
    RangeStatistics held = status.statistics();
    return new RangeInfo(
        status.descriptor().id(),
        status.descriptor().generation(),
        bytes(status.descriptor().span().start()),
        bytes(status.descriptor().span().end()),
        new RangeInfo.Sizes(
            held.liveBytes(), held.liveRows(), held.historyBytes(), held.historyVersions()));
  }

  private static Bytes bytes(Key key) {
    return key.isInfinity() ? Bytes.EMPTY : Bytes.copyOf(key.bytes());
  }
}
