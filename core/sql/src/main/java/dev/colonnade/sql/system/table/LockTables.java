package dev.colonnade.sql.system.table;

import dev.colonnade.advisory.AdvisoryLockMode;
import dev.colonnade.advisory.AdvisoryLockState;
import dev.colonnade.catalog.CatalogLock;
import dev.colonnade.catalog.name.DatabaseEntry;
import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeyLayout;
import dev.colonnade.key.KeyReader;
import dev.colonnade.mvcc.lock.LockParty;
import dev.colonnade.mvcc.lock.LockSnapshot;
import dev.colonnade.mvcc.lock.LockStrength;
import dev.colonnade.sql.system.SystemOids;
import dev.colonnade.sql.system.SystemRows;
import dev.colonnade.sql.system.object.SystemCatalogView;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Row producer of {@code pg_locks}. As in PostgreSQL, rows that are locked are not listed one by
 * one: a transaction that holds locks has a {@code transactionid} lock, for which those wait that
 * want its rows.
 */
final class LockTables {
  private static final String RELATION = "relation";
  private static final String OBJECT = "object";
  private static final String TUPLE = "tuple";
  private static final String TRANSACTION = "transactionid";
  private static final String ADVISORY = "advisory";

  private static final String ACCESS_SHARE = "AccessShareLock";
  private static final String SHARE = "ShareLock";
  private static final String EXCLUSIVE = "ExclusiveLock";
  private static final String ACCESS_EXCLUSIVE = "AccessExclusiveLock";

  /** Modes of the locks of relations and objects, weakest first. */
  private static final String ROW_SHARE = "RowShareLock";

  private static final String ROW_EXCLUSIVE = "RowExclusiveLock";

  private static final List<String> MODES =
      List.of(
          ACCESS_SHARE,
          ROW_SHARE,
          ROW_EXCLUSIVE,
          "ShareUpdateExclusiveLock",
          SHARE,
          EXCLUSIVE,
          ACCESS_EXCLUSIVE);

  /** Values of {@code objsubid} for an advisory lock with one key and with two keys. */
  private static final int OF_ONE = 1;

  private static final int OF_PAIR = 2;

  private static final long XID_MASK = 0xFFFF_FFFFL;

  private final SystemCatalogView view;
  private final SystemRows rows;

  private LockTables(SystemCatalogView view, SystemRows rows) {
    this.view = view;
    this.rows = rows;
  }

  /** Adds the locks of all sessions and transactions. */
  static void locks(SystemCatalogView view, SystemRows rows) {
    LockTables tables = new LockTables(view, rows);
    LockSnapshot locks = view.source().transactionLocks();
    tables.held(locks);
    locks.waiting().forEach(tables::waiting);
    view.source().advisoryLocks().forEach(tables::advisory);
  }

  /** Returns the type of the lock that each waiting session waits for, by the session's number. */
  static Map<Integer, String> waits(SystemCatalogView view) {
    Map<Integer, String> waits = new HashMap<>();
    for (LockSnapshot.Wait wait : view.source().transactionLocks().waiting()) {
      waits.put(wait.wanted().owner().sessionNumber(), type(wait, view));
    }
    for (AdvisoryLockState lock : view.source().advisoryLocks()) {
      if (!lock.isHeld()) {
        waits.put(lock.sessionNumber(), ADVISORY);
      }
    }
    return waits;
  }

  private static String type(LockSnapshot.Wait wait, SystemCatalogView view) {
    Target target = target(wait.wanted().key());
    if (target != null) {
      return target.relation(view) == null ? OBJECT : RELATION;
    }
    boolean isOfRow = tableOfRow(wait.wanted().key(), view) != null;
    return isOfRow && isBehind(wait) ? TUPLE : TRANSACTION;
  }

  /** Object that is locked: a relation or another object of the catalog. */
  private record Target(int id) {
    @Nullable Relation relation(SystemCatalogView view) {
      return view.objects().catalog().findRelation(id);
    }
  }

  private record OwnedTarget(LockParty owner, Target target) {}

  /** Returns the object whose lock a key is; null for keys of rows, names and others. */
  private static @Nullable Target target(Key key) {
    if (isOfTable(key)) {
      return new Target((int) new KeyReader(key.bytes()).readTableId());
    }
    int id = CatalogLock.objectId(key);
    return id == CatalogLock.NO_OBJECT ? null : new Target(id);
  }

  /** Returns whether a key is that of the lock of a table, or of the place of its rows. */
  private static boolean isOfTable(Key key) {
    return key.length() == KeyLayout.INDEX_ID_OFFSET || isOfPlace(key);
  }

  private static boolean isOfPlace(Key key) {
    return key.length() == KeyLayout.INDEX_ID_OFFSET + 1;
  }

  /**
   * Adds a row for each owner and object, with the strongest mode, because the lock of a table
   * consists of that of its definition and that of its rows.
   */
  private void held(LockSnapshot locks) {
    Map<OwnedTarget, String> modes = new LinkedHashMap<>();
    for (LockSnapshot.Lock lock : locks.held()) {
      Target target = target(lock.key());
      if (target != null) {
        modes.merge(new OwnedTarget(lock.owner(), target), mode(lock), LockTables::stronger);
      }
    }
    modes.forEach((owned, mode) -> object(owned.target(), owned.owner(), mode, true));
    locks.owners().stream()
        .sorted(Comparator.comparingLong(LockParty::id))
        .forEach(owner -> transaction(owner, owner, EXCLUSIVE, true));
  }

  private static String stronger(String one, String other) {
    return MODES.indexOf(one) >= MODES.indexOf(other) ? one : other;
  }

  /** Returns PostgreSQL's mode for the lock of an object. */
  private static String mode(LockSnapshot.Lock lock) {
    if (isOfPlace(lock.key())) {
      return switch (lock.strength()) {
        case KEY_SHARE -> ROW_SHARE;
        case SHARE, NO_KEY_UPDATE -> ROW_EXCLUSIVE;
        case UPDATE -> ACCESS_EXCLUSIVE;
      };
    }
    if (!isOfTable(lock.key())) {
      return lock.strength() == LockStrength.UPDATE ? ACCESS_EXCLUSIVE : ACCESS_SHARE;
    }
    return switch (lock.strength()) {
      case KEY_SHARE -> ROW_EXCLUSIVE;
      case SHARE -> SHARE;
      case NO_KEY_UPDATE -> "ShareUpdateExclusiveLock";
      case UPDATE -> EXCLUSIVE;
    };
  }

  private void waiting(LockSnapshot.Wait wait) {
    LockSnapshot.Lock wanted = wait.wanted();
    Target target = target(wanted.key());
    if (target != null) {
      object(target, wanted.owner(), mode(wanted), false);
      return;
    }
    boolean isBehind = isBehind(wait);
    Relation table = tableOfRow(wanted.key(), view);
    if (table != null) {
      relation(TUPLE, table, wanted.owner(), rowMode(wanted.strength()), !isBehind);
    }
    List<LockParty> blockers = wait.blockers();
    if (!blockers.isEmpty() && (table == null || !isBehind)) {
      transaction(blockers.getFirst(), wanted.owner(), SHARE, false);
    }
  }

  /** Returns whether a request waits for other requests, before it waits for a holder. */
  private static boolean isBehind(LockSnapshot.Wait wait) {
    return !wait.requests().isEmpty();
  }

  /** Returns the table of a row's key; null for keys of index entries and others. */
  private static @Nullable Relation tableOfRow(Key key, SystemCatalogView view) {
    if (key.length() < KeyLayout.COLUMNS_OFFSET) {
      return null;
    }
    KeyReader reader = new KeyReader(key.bytes());
    Relation relation = view.objects().catalog().findRelation((int) reader.readTableId());
    return relation instanceof Table table
            && reader.readIndexId() == table.descriptor().rows().indexId()
        ? relation
        : null;
  }

  /** Returns the mode of PostgreSQL's tuple lock for a strength. */
  private static String rowMode(LockStrength strength) {
    return switch (strength) {
      case KEY_SHARE -> ACCESS_SHARE;
      case SHARE -> ROW_SHARE;
      case NO_KEY_UPDATE -> EXCLUSIVE;
      case UPDATE -> ACCESS_EXCLUSIVE;
    };
  }

  private void object(Target target, LockParty owner, String mode, boolean isGranted) {
    Relation relation = target.relation(view);
    if (relation != null) {
      relation(RELATION, relation, owner, mode, isGranted);
      return;
    }
    add(OBJECT, owner, mode, isGranted);
    for (RoleEntry role : view.objects().catalog().roles()) {
      if (role.id() == target.id()) {
        rows.set("database", 0).set("classid", SystemOids.PG_AUTHID);
        rows.set("objid", SystemOids.role(role)).set("objsubid", 0);
        return;
      }
    }
    for (DatabaseEntry database : view.objects().catalog().databases()) {
      if (database.id() == target.id()) {
        rows.set("database", 0).set("classid", SystemOids.PG_DATABASE);
        rows.set("objid", SystemOids.database(database)).set("objsubid", 0);
        return;
      }
    }
    SchemaEntry schema = view.objects().catalog().findSchema(target.id());
    if (schema == null) {
      rows.set("objid", SystemOids.of(target.id())).set("objsubid", 0);
    } else {
      rows.set("database", view.objects().databaseOid(schema.databaseId()))
          .set("classid", SystemOids.PG_NAMESPACE)
          .set("objid", SystemOids.schema(schema))
          .set("objsubid", 0);
    }
  }

  private void relation(
      String type, Relation relation, LockParty owner, String mode, boolean isGranted) {
    SchemaEntry schema = view.objects().catalog().findSchema(relation.schemaId());
    add(type, owner, mode, isGranted);
    rows.set("relation", SystemOids.of(relation.id()));
    if (schema != null) {
      rows.set("database", view.objects().databaseOid(schema.databaseId()));
    }
  }

  private void transaction(LockParty holder, LockParty owner, String mode, boolean isGranted) {
    add(TRANSACTION, owner, mode, isGranted);
    rows.set("transactionid", holder.id() & XID_MASK);
  }

  private void add(String type, LockParty owner, String mode, boolean isGranted) {
    int session = owner.sessionNumber();
    rows.row()
        .set("locktype", type)
        .set("virtualtransaction", session + "/" + owner.id())
        .set("pid", session == LockParty.NO_SESSION ? null : Integer.valueOf(session))
        .set("mode", mode)
        .set("granted", isGranted)
        .set("fastpath", false);
  }

  private void advisory(AdvisoryLockState lock) {
    long value = lock.key().value();
    rows.row()
        .set("locktype", ADVISORY)
        .set("database", view.objects().databaseOid(lock.key().databaseId()))
        .set("classid", value >>> Integer.SIZE)
        .set("objid", Integer.toUnsignedLong((int) value))
        .set("objsubid", lock.key().isPair() ? OF_PAIR : OF_ONE)
        .set("virtualtransaction", lock.sessionNumber() + "/0")
        .set("pid", lock.sessionNumber())
        .set("mode", lock.mode() == AdvisoryLockMode.SHARED ? SHARE : EXCLUSIVE)
        .set("granted", lock.isHeld())
        .set("fastpath", false);
  }
}
