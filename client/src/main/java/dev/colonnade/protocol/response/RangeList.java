package dev.colonnade.protocol.response;

import dev.colonnade.protocol.ResponseType;
import java.util.List;

/** List of ranges in the order of their keys. */
public record RangeList(List<RangeInfo> ranges) implements Response {
  public RangeList {
    ranges = List.copyOf(ranges);
  }

  @Override
  public ResponseType type() {
    return ResponseType.RANGE_LIST;
  }
}
