package dev.colonnade.server.translate;

import dev.colonnade.key.Key;
import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.response.RangeInfo;
import dev.colonnade.range.RangeStatus;
import dev.colonnade.range.statistics.RangeStatistics;

/** Conversion of ranges to their protocol description. */
public final class RangeTranslator {
  private RangeTranslator() {}

  public static RangeInfo toWire(RangeStatus status) {
    RangeStatistics statistics = status.statistics();
    return new RangeInfo(
        status.descriptor().id(),
        status.descriptor().generation(),
        bytes(status.descriptor().span().start()),
        bytes(status.descriptor().span().end()),
        new RangeInfo.Sizes(
            statistics.liveBytes(),
            statistics.liveRows(),
            statistics.historyBytes(),
            statistics.historyVersions()));
  }

  private static Bytes bytes(Key key) {
    return key.isInfinity() ? Bytes.EMPTY : Bytes.copyOf(key.bytes());
  }
}
