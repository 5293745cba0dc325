package dev.colonnade.sql.system;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.Table;
import java.util.List;
import java.util.Map;

/** What a session knows of itself and of the system when one of its statements asks. */
public interface SystemSource {
  CatalogSnapshot catalog();

  /** About how many rows a table has. */
  long rowCount(Table table);

  /** The bytes of a table's rows. */
  long sizeBytes(Table table);

  String user();

  String database();

  /** The schemas in which names are looked up, without those of the system. */
  List<String> searchPath();

  /** The settings of the session, by name. */
  Map<String, String> settings();
}
