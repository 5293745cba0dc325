package dev.colonnade.sql.registry.type;

/** OIDs of the types that rules mention. */
public final class TypeOids {
  public static final int BOOL = 16;
  public static final int NAME = 19;
  public static final int INT8 = 20;
  public static final int INT2VECTOR = 22;
  public static final int INT4 = 23;
  public static final int TEXT = 25;
  public static final int OIDVECTOR = 30;
  public static final int UNKNOWN = 705;
  public static final int TEXT_ARRAY = 1009;
  public static final int ACL_ITEM = 1033;
  public static final int BPCHAR = 1042;
  public static final int VARCHAR = 1043;
  public static final int TIME = 1083;
  public static final int TIMESTAMP = 1114;
  public static final int TIMESTAMPTZ = 1184;
  public static final int INTERVAL = 1186;
  public static final int TIMETZ = 1266;
  public static final int BIT = 1560;
  public static final int VARBIT = 1562;
  public static final int NUMERIC = 1700;
  public static final int RECORD = 2249;
  public static final int ANYARRAY = 2277;
  public static final int ANYELEMENT = 2283;
  public static final int RECORD_ARRAY = 2287;

  private TypeOids() {}
}
