package dev.colonnade.engine.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.advisory.SessionAdvisoryLocks;
import dev.colonnade.archive.ArchiveStatus;
import dev.colonnade.catalog.CatalogLock;
import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.DatabaseEntry;
import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.privilege.RolePrivileges;
import dev.colonnade.engine.catalog.TemporaryTables;
import dev.colonnade.engine.sequence.SequenceSettings;
import dev.colonnade.engine.sequence.SessionSequences;
import dev.colonnade.engine.write.TransactionRowWriter;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeyLayout;
import dev.colonnade.mvcc.WouldBlockException;
import dev.colonnade.mvcc.lock.LockSnapshot;
import dev.colonnade.sequence.SequenceSession;
import dev.colonnade.sql.access.PreparedStatementDescription;
import dev.colonnade.sql.access.SequenceAccess;
import dev.colonnade.sql.access.SessionInformation;
import dev.colonnade.sql.access.SessionSignals;
import dev.colonnade.sql.access.backup.Backups;
import dev.colonnade.sql.activity.SessionActivity;
import dev.colonnade.sql.activity.StatementStatistics;
import dev.colonnade.sql.function.ClusterService;
import dev.colonnade.sql.function.CursorService;
import dev.colonnade.sql.notification.SessionNotifications;
import dev.colonnade.sql.setting.SessionSettings;
import dev.colonnade.sql.setting.SettingValue;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * State of one session that its statements and transactions share: user, number, advisory locks,
 * sequences, name resolution and cached row writers. Immutable except for the caches, which the
 * thread of the session's statements uses.
 */
public final class EngineSessionState implements SessionInformation {
  private static final Logger LOG = LoggerFactory.getLogger(EngineSessionState.class);

  private static final SettingValue<SearchPath> SEARCH_PATH =
      SettingValue.of(
          settings -> new SearchPath(settings.show("search_path"), settings.currentUser()));

  private final EngineContext engine;
  private final DatabaseEntry home;
  private final SessionSettings settings;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final int number;
  private final SessionAdvisoryLocks advisoryLocks;
  private final SessionActivity activity;
  private final SessionNotifications notifications;
  private final SequenceSession sequences;
  private final SequenceAccess sequenceAccess;
  private final SequenceAccess cachedSequenceAccess;
  private final SequenceSettings sequenceSettings;
  private final AutocommitCatalogChanges catalogChanges;
  private final String temporaryName;
  private final SessionRights rights;
  private final SessionFreshness freshness;

  /** Result of the last {@link #names}, for {@link #scopePath}; used by the statements' thread. */
  private @Nullable NameScope scope;

  private @Nullable SearchPath scopePath;

  private Supplier<List<PreparedStatementDescription>> preparedStatements = List::of;
  private CursorService cursors = CursorService.NONE;

  /** Row writer of the last transaction; used by the statements' thread. */
  private @Nullable TransactionRowWriter rows;

  /**
   * Opens the state of a session.
   *
   * @param isTrusted whether a user without a role has all rights, instead of those of PUBLIC
   */
  public EngineSessionState(
      EngineContext engine,
      String user,
      DatabaseEntry home,
      SessionSettings settings,
      boolean isTrusted) {
    this.engine = requireNonNull(engine, "engine is null");
    this.home = requireNonNull(home, "home is null");
    this.settings = requireNonNull(settings, "settings is null");
    activity = engine.sessions().opened(home.id(), user, engine.epochMicros());
    number = activity.number();
    advisoryLocks = engine.advisoryLocks().newHolder(home.id(), number);
    notifications = new SessionNotifications(engine.sessions().notifications(), home.id(), number);
    temporaryName = SchemaEntry.TEMPORARY_PREFIX + number;
    sequences = engine.sequences().newSession();
    sequenceAccess = new SessionSequences(engine.sequences(), sequences, () -> {});
    cachedSequenceAccess =
        new SessionSequences(engine.sequences(), sequences, EngineSessionState::mustNotBlock);
    sequenceSettings = new SequenceSettings(sequences, engine.config().sequence(), settings);
    catalogChanges =
        new AutocommitCatalogChanges(engine, sequenceAccess, activity.progress(), this::names);
    freshness = new SessionFreshness(engine.storage(), settings);
    rights = new SessionRights(this::catalog, known -> privileges(known, user));
    RoleEntry role = engine.catalog().snapshot().findRole(user);
    settings.force(SessionSettings.SESSION_AUTHORIZATION, user);
    boolean isSuperuser = role == null ? isTrusted : role.isSuperuser();
    settings.force("is_superuser", isSuperuser ? "on" : "off");
    if (role == null && isTrusted) {
      settings.trust();
    }
  }

  public EngineContext engine() {
    return engine;
  }

  /** Returns the maximum age of what the session reads on a follower. */
  public SessionFreshness freshness() {
    return freshness;
  }

  @Override
  public String user() {
    return settings.sessionUser();
  }

  @Override
  public String currentUser() {
    return settings.currentUser();
  }

  @Override
  public int number() {
    return number;
  }

  @Override
  public @Nullable SessionSignals signals(int other) {
    return engine.sessions().signals(other);
  }

  @Override
  public @Nullable ClusterService cluster() {
    rights.requireSuperuser("administer the cluster");
    return engine.cluster();
  }

  @Override
  public int sessionCount(int databaseId) {
    return engine.sessions().count(databaseId);
  }

  @Override
  public SessionAdvisoryLocks advisoryLocks() {
    return advisoryLocks;
  }

  @Override
  public LockSnapshot transactionLocks() {
    return engine.transactions().locks().snapshot(EngineSessionState::isOfObject);
  }

  @Override
  public Backups restores() {
    return engine.restores();
  }

  @Override
  public @Nullable ArchiveStatus archiveStatus() {
    return engine.storage().archiveStatus();
  }

  /** Returns whether a key is that of the lock of a table as a whole, or of a definition. */
  private static boolean isOfObject(Key key) {
    return key.length() < KeyLayout.COLUMNS_OFFSET
        || CatalogLock.objectId(key) != CatalogLock.NO_OBJECT;
  }

  @Override
  public List<PreparedStatementDescription> preparedStatements() {
    return preparedStatements.get();
  }

  /** Sets the prepared statements of the session, which its statements list. */
  public void preparedStatements(Supplier<List<PreparedStatementDescription>> statements) {
    preparedStatements = requireNonNull(statements, "statements is null");
  }

  @Override
  public CursorService cursors() {
    return cursors;
  }

  /** Sets the cursors of the session, whose current rows its statements change. */
  public void cursors(CursorService others) {
    cursors = requireNonNull(others, "others is null");
  }

  @Override
  public List<SessionActivity> activities() {
    return engine.sessions().activities();
  }

  @Override
  public StatementStatistics statementStatistics() {
    return engine.sql().statementStatistics();
  }

  /** Returns the activity of the session, which other sessions see. */
  @Override
  public SessionActivity activity() {
    return activity;
  }

  @Override
  public SessionNotifications notifications() {
    return notifications;
  }

  @Override
  public long clockMicros() {
    return engine.epochMicros();
  }

  /** Returns the database of the session. */
  public DatabaseEntry home() {
    return home;
  }

  /** Returns the committed catalog. Never waits. */
  public CatalogSnapshot catalog() {
    return engine.catalog().snapshot();
  }

  /** Returns the names of a snapshot as statements of this session resolve them. */
  public NameScope names(CatalogSnapshot catalog) {
    SearchPath path = settings.get(SEARCH_PATH);
    NameScope known = scope;
    if (known == null || known.catalog() != catalog || !path.equals(scopePath)) {
      String user = path.user();
      known =
          NameScope.of(
              catalog, home, path.schemas(), user, temporaryName, privileges(catalog, user));
      scope = known;
      scopePath = path;
    }
    return known;
  }

  /** Schemas in which names are searched, as the text of the setting, and the user's name. */
  private record SearchPath(String schemas, String user) {}

  /** Returns the rights of a user of this session. */
  private RolePrivileges privileges(CatalogSnapshot catalog, String user) {
    boolean isTrusted = settings.isTrusted() && user.equals(settings.authenticatedUser());
    return isTrusted
        ? RolePrivileges.ofSystem(catalog)
        : RolePrivileges.of(catalog, user, home.id());
  }

  /** Returns the rights of the user that has logged in, for requests outside of SQL. */
  public SessionRights rights() {
    return rights;
  }

  /** Returns the id of the role that owns what the session creates in a state of the catalog. */
  public int creatorId(CatalogSnapshot catalog) {
    return names(catalog).privileges().roleId();
  }

  /** Returns the row writer for transactions that see this catalog. */
  public TransactionRowWriter rows(CatalogSnapshot catalog) {
    TransactionRowWriter known = rows;
    if (known == null || !known.isFor(catalog)) {
      known = newRows(catalog);
      rows = known;
    }
    return known;
  }

  /** Returns a new row writer for a catalog that only one transaction sees. */
  public TransactionRowWriter newRows(CatalogSnapshot catalog) {
    return new TransactionRowWriter(
        catalog,
        engine.sql().conditions(settings, this::clockMicros),
        engine.config().memory().rowBytesMax());
  }

  /** Returns the sequences for statements outside of transactions, with the present settings. */
  public SequenceAccess sequenceAccess() {
    sequenceSettings.apply(settings);
    return sequenceAccess;
  }

  private static void mustNotBlock() {
    throw new WouldBlockException();
  }

  /**
   * Variant of {@link #sequenceAccess()} that throws {@link WouldBlockException} instead of
   * waiting.
   */
  public SequenceAccess cachedSequenceAccess() {
    sequenceSettings.apply(settings);
    return cachedSequenceAccess;
  }

  /**
   * Variant of {@link #sequenceAccess()} for a transaction.
   *
   * @param beforeWaiting runs before an allocation that may wait
   */
  public SequenceAccess sequenceAccess(Runnable beforeWaiting) {
    sequenceSettings.apply(settings);
    return new SessionSequences(engine.sequences(), sequences, beforeWaiting);
  }

  /** Returns the session's state of sequences: cached blocks and last values. Never waits. */
  public SequenceSession sequences() {
    return sequences;
  }

  /** Returns the changes of the catalog that take effect at once. */
  public AutocommitCatalogChanges catalogChanges() {
    return catalogChanges;
  }

  /** Drops the session's temporary schema with its tables. */
  public void dropTemporary() {
    SchemaEntry schema = catalog().findSchema(home.id(), temporaryName);
    if (schema != null) {
      catalogChanges.alter(edit -> TemporaryTables.drop(edit, schema));
    }
  }

  /** Ends the session after its last statement. Idempotent. */
  public void end() {
    if (closed.compareAndSet(false, true)) {
      notifications.close();
      engine.sessions().closed(activity);
      sequences.close();
      try {
        dropTemporary();
      } catch (ColonnadeException e) {
        // They are dropped when the database is opened the next time.
        LOG.warn("temporary tables were not dropped: code={} message={}", e.code(), e.getMessage());
      }
    }
  }
}
