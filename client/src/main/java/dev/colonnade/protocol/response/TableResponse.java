package dev.colonnade.protocol.response;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.ResponseType;
import dev.colonnade.protocol.schema.TableDescription;
import java.util.List;

/** Response that concerns table definitions. */
public sealed interface TableResponse extends Response {

  /** Current description of a table. */
  record Described(TableDescription description) implements TableResponse {
    public Described {
      requireNonNull(description, "description is null");
    }

    @Override
    public ResponseType type() {
      return ResponseType.TABLE_DESCRIBED;
    }
  }

  /** Names of all tables, in ascending order. */
  record Names(List<String> names) implements TableResponse {
    public Names {
      names = List.copyOf(names);
    }

    @Override
    public ResponseType type() {
      return ResponseType.TABLE_LIST;
    }
  }
}
