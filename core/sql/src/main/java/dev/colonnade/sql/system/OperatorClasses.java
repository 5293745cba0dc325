package dev.colonnade.sql.system;

import java.util.HashMap;
import java.util.Map;

/** Default operator classes of indexes by column type. */
public final class OperatorClasses {
  /** Default B-tree operator class of PostgreSQL 15 by type OID. */
  private static final Map<Long, Long> DEFAULTS = read();

  /** Pseudo-type whose operator class all enums share. */
  private static final long ANY_ENUM = 3500;

  private OperatorClasses() {}

  private static Map<Long, Long> read() {
    SystemTable table = SystemTables.require("pg_opclass");
    Map<Long, Long> found = new HashMap<>();
    for (var row : BuiltInRows.of("pg_opclass")) {
      if (Boolean.TRUE.equals(row[table.ordinal("opcdefault")])
          && row[table.ordinal("opcintype")] instanceof Long type
          && row[table.ordinal("oid")] instanceof Long oid) {
        found.put(type, oid);
      }
    }
    return Map.copyOf(found);
  }

  public static long defaultFor(long typeOid) {
    Long varchar = 1043L;
    Long text = 25L;
    Long of = varchar.equals(typeOid) ? text : Long.valueOf(typeOid);
    return DEFAULTS.getOrDefault(of, DEFAULTS.getOrDefault(ANY_ENUM, 0L));
  }
}
