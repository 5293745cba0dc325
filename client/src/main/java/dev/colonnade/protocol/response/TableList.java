package dev.colonnade.protocol.response;

import java.util.List;

/** The names of all tables, in ascending order. */
public record TableList(List<String> names) implements Response {
  public TableList {
    names = List.copyOf(names);
  }

  @Override
  public ResponseType type() {
    return ResponseType.TABLE_LIST;
  }
}
