package dev.colonnade.server.pg.wire;

/**
 * Layout and constants of the PostgreSQL protocol, version 3.0.
 *
 * <pre>
 * first message      | length int32 | code int32 | ...           |   length includes itself
 * other messages     | type int8 | length int32 | ...            |   length includes itself
 * </pre>
 */
public final class PgProtocolLayout {
  public static final int TYPE_BYTES = 1;
  public static final int LENGTH_BYTES = 4;
  public static final int CODE_BYTES = 4;

  /** Maximum length of the first message, as in PostgreSQL. */
  public static final int STARTUP_BYTES_MAX = 10_000;

  /** Maximum length of a message before the client is authenticated. */
  public static final int AUTHENTICATION_BYTES_MAX = 65_535;

  public static final int MAJOR_VERSION = 3;
  public static final int MINOR_VERSION = 0;
  public static final int PROTOCOL_VERSION = MAJOR_VERSION << 16;
  public static final int SSL_REQUEST = 80_877_103;
  public static final int GSSENC_REQUEST = 80_877_104;
  public static final int CANCEL_REQUEST = 80_877_102;

  /** Maximum of counts with 16 bits, such as parameters of a Bind or columns of a result. */
  public static final int ITEMS_MAX = 65_535;

  /** Length of a NULL value. */
  public static final int NULL_LENGTH = -1;

  public static final short TEXT_FORMAT = 0;
  public static final short BINARY_FORMAT = 1;

  private PgProtocolLayout() {}

  static int majorOf(int code) {
    return code >>> 16;
  }

  static int minorOf(int code) {
    return code & 0xffff;
  }
}
