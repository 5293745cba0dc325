package dev.colonnade.jdbc;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.login.TargetServer;
import dev.colonnade.jdbc.config.ConnectionProperty;
import dev.colonnade.jdbc.config.ConnectionSettings;
import dev.colonnade.jdbc.error.SqlFailures;
import dev.colonnade.jdbc.metadata.ColumnOrigins;
import dev.colonnade.jdbc.metadata.JdbcDatabaseMetaData;
import dev.colonnade.jdbc.session.DriverSession;
import dev.colonnade.jdbc.session.JdbcSavepoint;
import dev.colonnade.jdbc.session.TransactionStatus;
import dev.colonnade.jdbc.text.EscapeSyntax;
import dev.colonnade.jdbc.text.ReturningClause;
import dev.colonnade.jdbc.text.SqlScanner;
import dev.colonnade.jdbc.value.BytesBlob;
import dev.colonnade.jdbc.value.JdbcArray;
import dev.colonnade.jdbc.value.JdbcTypes;
import dev.colonnade.jdbc.value.ParameterConversions;
import dev.colonnade.jdbc.value.TextClob;
import dev.colonnade.jdbc.wire.ConnectionException;
import dev.colonnade.protocol.session.WireTransactionState;
import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.ClientInfoStatus;
import java.sql.Clob;
import java.sql.DatabaseMetaData;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Struct;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Connection that owns one session of the server. One thread at a time may use it, except to cancel
 * a statement, {@link #close} and {@link #abort}, which any thread may call.
 */
final class JdbcConnection implements JdbcStatement.Owner, DefaultWrapper, TransactionStatus {
  /** Database of connections whose URL names none. */
  private static final String DEFAULT_DATABASE = "colonnade";

  /** Names of the server's default time zone, in which a session is unless it sets another. */
  private static final Set<String> SERVER_DEFAULT_ZONES = Set.of("UTC", "Etc/UTC", "Z", "GMT");

  private final ConnectionSettings settings;
  private final DriverSession session;
  private final ColumnOrigins columnOrigins;
  private final int defaultFetchSize;
  private final Properties clientInfo = new Properties();

  private int isolation = TRANSACTION_SERIALIZABLE;
  private boolean readOnly;
  private int savepointCount;
  private volatile boolean closed;

  private JdbcConnection(ConnectionSettings settings, DriverSession session) throws SQLException {
    this.settings = requireNonNull(settings, "settings is null");
    this.session = requireNonNull(session, "session is null");
    this.defaultFetchSize = settings.intValue(ConnectionProperty.FETCH_SIZE, 0);
    this.columnOrigins = new ColumnOrigins(this);
    this.clientInfo.setProperty(
        "ApplicationName", settings.value(ConnectionProperty.APPLICATION_NAME));
  }

  public static JdbcConnection open(ConnectionSettings settings) throws SQLException {
    return requireNonNull(open(settings, TargetServer.ANY));
  }

  /**
   * Opens a connection; returns null, without a statement, if the server is not of the kind that is
   * required.
   */
  static @Nullable JdbcConnection open(ConnectionSettings settings, TargetServer target)
      throws SQLException {
    DriverSession session = DriverSession.open(settings);
    if (!target.accepts(session.connection().server())) {
      session.close();
      return null;
    }
    try {
      JdbcConnection connection = new JdbcConnection(settings, session);
      connection.applySettings();
      return connection;
    } catch (SQLException refused) {
      session.close();
      throw refused;
    }
  }

  private void applySettings() throws SQLException {
    applyTimeZone();
    String schema = settings.value(ConnectionProperty.CURRENT_SCHEMA);
    if (!schema.isEmpty()) {
      setSchema(schema);
    }
    for (String option : settings.value(ConnectionProperty.OPTIONS).split(";", -1)) {
      int equals = option.indexOf('=');
      if (equals > 0) {
        session.command(
            "SET "
                + option.substring(0, equals).strip()
                + " = "
                + SqlScanner.quoteLiteral(option.substring(equals + 1).strip()));
      }
    }
    if (settings.booleanValue(ConnectionProperty.READ_ONLY)) {
      setReadOnly(true);
    }
  }

  /**
   * Sets the session's time zone to the JVM's unless a property names another, so that the server
   * and the driver convert dates and times in the same zone. A JVM zone that the server does not
   * know is ignored.
   */
  private void applyTimeZone() throws SQLException {
    String configured = settings.value(ConnectionProperty.TIME_ZONE);
    String zone = configured.isEmpty() ? ZoneId.systemDefault().getId() : configured;
    if (SERVER_DEFAULT_ZONES.contains(zone)) {
      return;
    }
    try {
      session.command("SET TimeZone = " + SqlScanner.quoteLiteral(zone));
    } catch (SQLDataException unknown) {
      if (!configured.isEmpty()) {
        throw unknown;
      }
    }
  }

  @Override
  public int defaultFetchSize() {
    return defaultFetchSize;
  }

  @Override
  public ColumnOrigins columnOrigins() {
    return columnOrigins;
  }

  @Override
  public WireTransactionState transactionState() throws SQLException {
    return session().connection().transaction();
  }

  @Override
  public DriverSession session() throws SQLException {
    if (closed || session.connection().isClosed()) {
      throw SqlFailures.closed();
    }
    return session;
  }

  @Override
  public boolean isAutoCommit() {
    return session.autoCommit();
  }

  @Override
  public Statement createStatement() throws SQLException {
    return createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY);
  }

  @Override
  public Statement createStatement(int type, int concurrency) throws SQLException {
    session();
    return new JdbcStatement(this, scrollType(type, concurrency));
  }

  @Override
  public Statement createStatement(int type, int concurrency, int holdability) throws SQLException {
    return createStatement(type, concurrency);
  }

  @Override
  public PreparedStatement prepareStatement(String sql) throws SQLException {
    return prepare(sql, ResultSet.TYPE_FORWARD_ONLY, false);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int type, int concurrency)
      throws SQLException {
    return prepare(sql, scrollType(type, concurrency), false);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int type, int concurrency, int holdability)
      throws SQLException {
    return prepareStatement(sql, type, concurrency);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int autoGeneratedKeys) throws SQLException {
    return autoGeneratedKeys == Statement.RETURN_GENERATED_KEYS
        ? prepare(
            ReturningClause.all(sql), ResultSet.TYPE_FORWARD_ONLY, ReturningClause.isChange(sql))
        : prepareStatement(sql);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, String[] columnNames) throws SQLException {
    return prepare(
        ReturningClause.of(sql, columnNames),
        ResultSet.TYPE_FORWARD_ONLY,
        columnNames.length > 0 && ReturningClause.isChange(sql));
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int[] columnIndexes) throws SQLException {
    if (columnIndexes.length == 0) {
      return prepareStatement(sql);
    }
    throw SqlFailures.unsupported("generated keys by column indexes");
  }

  private PreparedStatement prepare(String sql, int scrollType, boolean wantsKeys)
      throws SQLException {
    session();
    return new JdbcPreparedStatement(
        this, requireNonNull(sql, "sql is null"), scrollType, wantsKeys);
  }

  @Override
  public CallableStatement prepareCall(String sql) throws SQLException {
    return prepareCall(sql, ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY);
  }

  @Override
  public CallableStatement prepareCall(String sql, int type, int concurrency) throws SQLException {
    session();
    return new JdbcCallableStatement(
        this, requireNonNull(sql, "sql is null"), scrollType(type, concurrency));
  }

  @Override
  public CallableStatement prepareCall(String sql, int type, int concurrency, int holdability)
      throws SQLException {
    return prepareCall(sql, type, concurrency);
  }

  @Override
  public String nativeSQL(String sql) {
    return EscapeSyntax.translate(sql);
  }

  @Override
  public void setAutoCommit(boolean on) throws SQLException {
    DriverSession open = session();
    if (on != open.autoCommit()) {
      if (open.inTransaction()) {
        commit();
      }
      open.autoCommit(on);
    }
  }

  @Override
  public boolean getAutoCommit() throws SQLException {
    return session().autoCommit();
  }

  @Override
  public void commit() throws SQLException {
    DriverSession open = requireTransaction("commit");
    if (open.inTransaction() && open.command("COMMIT").equals("ROLLBACK")) {
      throw new java.sql.SQLTransactionRollbackException(
          "the transaction had failed and was rolled back", "25P02");
    }
  }

  @Override
  public void rollback() throws SQLException {
    DriverSession open = requireTransaction("rollback");
    if (open.inTransaction()) {
      open.command("ROLLBACK");
    }
  }

  @Override
  public void rollback(Savepoint savepoint) throws SQLException {
    requireTransaction("rollback").command("ROLLBACK TO SAVEPOINT " + nameOf(savepoint));
  }

  @Override
  public Savepoint setSavepoint() throws SQLException {
    savepointCount++;
    return setSavepoint(new JdbcSavepoint(savepointCount, null));
  }

  @Override
  public Savepoint setSavepoint(String name) throws SQLException {
    return setSavepoint(new JdbcSavepoint(0, name));
  }

  private Savepoint setSavepoint(JdbcSavepoint savepoint) throws SQLException {
    DriverSession open = requireTransaction("a savepoint");
    if (!open.inTransaction()) {
      open.command("BEGIN");
    }
    open.command("SAVEPOINT " + savepoint.sqlName());
    return savepoint;
  }

  @Override
  public void releaseSavepoint(Savepoint savepoint) throws SQLException {
    requireTransaction("a savepoint").command("RELEASE SAVEPOINT " + nameOf(savepoint));
  }

  private static String nameOf(Savepoint savepoint) throws SQLException {
    if (savepoint instanceof JdbcSavepoint jdbcSavepoint) {
      return jdbcSavepoint.sqlName();
    }
    throw SqlFailures.badArgument("not a savepoint of this driver: savepoint=" + savepoint);
  }

  private DriverSession requireTransaction(String what) throws SQLException {
    DriverSession open = session();
    if (open.autoCommit()) {
      throw SqlFailures.noTransaction(what + " needs a transaction: auto-commit is on");
    }
    return open;
  }

  @Override
  public void setTransactionIsolation(int level) throws SQLException {
    if (level == isolation) {
      return;
    }
    String name =
        switch (level) {
          case TRANSACTION_READ_UNCOMMITTED -> "READ UNCOMMITTED";
          case TRANSACTION_READ_COMMITTED -> "READ COMMITTED";
          case TRANSACTION_REPEATABLE_READ -> "REPEATABLE READ";
          case TRANSACTION_SERIALIZABLE -> "SERIALIZABLE";
          default -> throw SqlFailures.badArgument("no such isolation level: level=" + level);
        };
    requireNoTransaction("the isolation level")
        .command("SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL " + name);
    isolation = level;
  }

  @Override
  public int getTransactionIsolation() throws SQLException {
    session();
    return isolation;
  }

  @Override
  public void setReadOnly(boolean on) throws SQLException {
    if (on != readOnly) {
      requireNoTransaction("read only")
          .command(
              "SET SESSION CHARACTERISTICS AS TRANSACTION " + (on ? "READ ONLY" : "READ WRITE"));
      readOnly = on;
    }
  }

  @Override
  public boolean isReadOnly() throws SQLException {
    session();
    return readOnly;
  }

  private DriverSession requireNoTransaction(String what) throws SQLException {
    DriverSession open = session();
    if (open.inTransaction()) {
      throw SqlFailures.badState(what + " cannot be changed within a transaction");
    }
    return open;
  }

  @Override
  public DatabaseMetaData getMetaData() throws SQLException {
    DriverSession open = session();
    JdbcDatabaseMetaData.DriverInfo driver =
        new JdbcDatabaseMetaData.DriverInfo(
            DriverVersion.NAME,
            DriverVersion.MAJOR,
            DriverVersion.MINOR,
            settings.url(),
            settings.value(ConnectionProperty.USER),
            open.connection().server().serverVersion());
    return new JdbcDatabaseMetaData(this, driver, JdbcResultSet::ofObjects);
  }

  @Override
  public void setCatalog(@Nullable String catalog) {} // a connection cannot change its database

  @Override
  public String getCatalog() throws SQLException {
    session();
    return settings.database().isEmpty() ? DEFAULT_DATABASE : settings.database();
  }

  @Override
  public void setSchema(@Nullable String schema) throws SQLException {
    session()
        .command(
            schema == null
                ? "RESET search_path"
                : "SET search_path = " + SqlScanner.quoteIdentifier(schema));
  }

  @Override
  public String getSchema() throws SQLException {
    for (String name : singleValue("SHOW search_path").split(",", -1)) {
      String schema = name.strip().replace("\"", "");
      if (!schema.isEmpty() && !schema.equals("$user")) {
        return schema;
      }
    }
    return "";
  }

  private String singleValue(String sql) throws SQLException {
    try (Statement statement = createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      String value = row.next() ? row.getString(1) : null;
      return value == null ? "" : value;
    }
  }

  @Override
  public boolean isValid(int timeoutSeconds) throws SQLException {
    if (timeoutSeconds < 0) {
      throw SqlFailures.badArgument("timeout is below 0: seconds=" + timeoutSeconds);
    }
    long millis = TimeUnit.SECONDS.toMillis(timeoutSeconds);
    return !closed && session.isAlive((int) Math.min(millis, Integer.MAX_VALUE));
  }

  @Override
  public void setNetworkTimeout(@Nullable Executor executor, int milliseconds) throws SQLException {
    if (milliseconds < 0) {
      throw SqlFailures.badArgument("timeout is below 0: milliseconds=" + milliseconds);
    }
    try {
      session().connection().readMillis(milliseconds);
    } catch (ConnectionException lost) {
      throw SqlFailures.of(lost, false);
    }
  }

  @Override
  public int getNetworkTimeout() throws SQLException {
    try {
      return session().connection().readMillis();
    } catch (ConnectionException lost) {
      throw SqlFailures.of(lost, false);
    }
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      session.close();
    }
  }

  @Override
  public boolean isClosed() {
    return closed || session.connection().isClosed();
  }

  @Override
  public void abort(Executor executor) {
    close();
  }

  @Override
  public @Nullable SQLWarning getWarnings() throws SQLException {
    session();
    return null;
  }

  @Override
  public void clearWarnings() {} // warnings belong to statements

  @Override
  public Map<String, Class<?>> getTypeMap() {
    return Map.of();
  }

  @Override
  public void setTypeMap(Map<String, Class<?>> map) throws SQLException {
    if (!map.isEmpty()) {
      throw SqlFailures.unsupported("a type map");
    }
  }

  @Override
  public void setHoldability(int holdability) throws SQLException {
    if (holdability != ResultSet.HOLD_CURSORS_OVER_COMMIT) {
      throw SqlFailures.unsupported("closing cursors at commit");
    }
  }

  @Override
  public int getHoldability() {
    return ResultSet.HOLD_CURSORS_OVER_COMMIT;
  }

  @Override
  public Array createArrayOf(String typeName, @Nullable Object[] elements) throws SQLException {
    return new JdbcArray(
        JdbcTypes.named(typeName), ParameterConversions.arrayText(Arrays.asList(elements)));
  }

  @Override
  public Struct createStruct(String typeName, Object[] attributes) throws SQLException {
    throw SqlFailures.unsupported("a Struct");
  }

  @Override
  public Clob createClob() throws SQLException {
    return createNClob();
  }

  @Override
  public NClob createNClob() throws SQLException {
    session();
    return new TextClob("");
  }

  @Override
  public Blob createBlob() throws SQLException {
    session();
    return new BytesBlob(new byte[0]);
  }

  @Override
  public SQLXML createSQLXML() throws SQLException {
    throw SqlFailures.unsupported("XML");
  }

  @Override
  public void setClientInfo(String name, @Nullable String value) throws SQLClientInfoException {
    try {
      if (name.equals("ApplicationName")) {
        session()
            .command(
                "SET application_name = " + SqlScanner.quoteLiteral(value == null ? "" : value));
      }
    } catch (SQLException refused) {
      throw new SQLClientInfoException(Map.of(name, ClientInfoStatus.REASON_UNKNOWN), refused);
    }
    if (value == null) {
      clientInfo.remove(name);
    } else {
      clientInfo.setProperty(name, value);
    }
  }

  @Override
  public void setClientInfo(Properties properties) throws SQLClientInfoException {
    for (String name : properties.stringPropertyNames()) {
      setClientInfo(name, properties.getProperty(name));
    }
  }

  @Override
  public @Nullable String getClientInfo(String name) {
    return clientInfo.getProperty(name);
  }

  @Override
  public Properties getClientInfo() {
    Properties copy = new Properties();
    copy.putAll(clientInfo);
    return copy;
  }

  private static int scrollType(int type, int concurrency) throws SQLException {
    if (concurrency != ResultSet.CONCUR_READ_ONLY) {
      throw SqlFailures.unsupported("an updatable result set");
    }
    return type == ResultSet.TYPE_FORWARD_ONLY
        ? ResultSet.TYPE_FORWARD_ONLY
        : ResultSet.TYPE_SCROLL_INSENSITIVE;
  }
}
