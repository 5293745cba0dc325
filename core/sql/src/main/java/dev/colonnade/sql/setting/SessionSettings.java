package dev.colonnade.sql.setting;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.function.datetime.DateStyle;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Settings of one session, by name. A rollback undoes the changes of the transaction; changes made
 * {@linkplain #setLocal locally} end with the transaction even if it commits. Not thread-safe.
 */
public final class SessionSettings implements SettingSource {
  /** Setting with the role that the session has assumed. */
  public static final String ROLE = "role";

  /** Value of {@link #ROLE} while the session has assumed none. */
  public static final String NO_ROLE = "none";

  /** Setting with the user of the session. */
  public static final String SESSION_AUTHORIZATION = "session_authorization";

  private static final String IS_SUPERUSER = "is_superuser";
  private static final String IN_HOT_STANDBY = "in_hot_standby";
  private static final String READ_ONLY = "transaction_read_only";

  private static final SettingValue<String> CURRENT_USER =
      SettingValue.of(SessionSettings::currentUser);

  private static final Pattern CUSTOM_NAME =
      Pattern.compile(
          "[\\p{IsLetter}_][\\p{IsLetter}\\d_$]*(\\.[\\p{IsLetter}_][\\p{IsLetter}\\d_$]*)+");

  private static final List<Setting> REPORTED =
      SettingRegistry.ALL.values().stream().filter(Setting::isReported).toList();

  /** Settings of each transaction. None is reported to clients, and none is a duration. */
  private static final List<String> TRANSACTION_MODES =
      List.of("transaction_isolation", "transaction_read_only", "transaction_deferrable");

  /** Values of a new session, which RESET restores. */
  private final Map<String, String> initial = new TreeMap<>();

  /**
   * Immutable state; each change replaces it, so that a caller can retain and restore an earlier
   * one.
   */
  private State state;

  /** True if the authenticated user has the rights of a superuser without a role. */
  private boolean isTrusted;

  /** Values that were read from the settings, by {@link SettingValue#slot()}; null for others. */
  private @Nullable Object[] values = {};

  private BiConsumer<String, String> listener = (_, _) -> {};

  private Supplier<ServerState> server = () -> ServerState.PRIMARY;

  /** State of the server that {@code in_hot_standby} shows. */
  private ServerState shownState = ServerState.PRIMARY;

  public SessionSettings() {
    SettingRegistry.ALL.forEach((name, setting) -> initial.put(name, setting.initial()));
    state = new State(Map.copyOf(initial), Map.of());
  }

  /**
   * Immutable snapshot of the settings.
   *
   * @param ofSession by name
   * @param ofTransaction by name, settings that end with the transaction and override the session's
   */
  public record State(Map<String, String> ofSession, Map<String, String> ofTransaction) {}

  /**
   * Sets the listener that is notified of the name and value of each reported setting that changes.
   */
  public void onReport(BiConsumer<String, String> listener) {
    this.listener = requireNonNull(listener, "listener is null");
  }

  /** Sets the source of the server's state, which is asked whenever it is needed. */
  public void followServer(Supplier<ServerState> source) {
    server = requireNonNull(source, "source is null");
    refreshServerState();
  }

  /** Sets {@code in_hot_standby} to the present state of the server, and reports a change. */
  public void refreshServerState() {
    ServerState now = server.get();
    if (now != shownState) {
      shownState = now;
      String inStandby = now == ServerState.PRIMARY ? "off" : "on";
      if (!inStandby.equals(value(IN_HOT_STANDBY))) {
        force(IN_HOT_STANDBY, inStandby);
      }
    }
  }

  /** Returns whether the server follows another one now, so that new transactions cannot write. */
  public boolean isStandby() {
    return server.get() == ServerState.STANDBY;
  }

  /** Returns the names and values that are reported to a client when it connects. */
  public Map<String, String> reported() {
    Map<String, String> reported = new TreeMap<>();
    SettingRegistry.ALL.forEach(
        (name, setting) -> {
          if (setting.isReported()) {
            reported.put(setting.name(), value(name));
          }
        });
    return reported;
  }

  @Override
  public String show(String name) {
    String value = find(name);
    if (value == null) {
      value = find(name.toLowerCase(Locale.ROOT));
    }
    if (value == null) {
      throw unknown(name);
    }
    return value;
  }

  /** Returns the name of a setting in its display case. */
  public static String shownName(String name) {
    Setting setting = SettingRegistry.ALL.get(name.toLowerCase(Locale.ROOT));
    return setting == null ? name : setting.name();
  }

  /** Returns all supported settings in the order of their names. */
  public static List<Setting> definitions() {
    return List.copyOf(SettingRegistry.ALL.values());
  }

  /** Returns the values of all settings by name. */
  public Map<String, String> all() {
    Map<String, String> all = new TreeMap<>();
    SettingRegistry.ALL.forEach((name, setting) -> all.put(setting.name(), value(name)));
    return all;
  }

  /** Returns what is read from the settings; it is kept until one of them changes. */
  @SuppressWarnings("unchecked") // a slot has values of one kind
  public <T> T get(SettingValue<T> value) {
    int slot = value.slot();
    if (slot >= values.length) {
      values = Arrays.copyOf(values, slot + 1);
    }
    Object known = values[slot];
    if (known == null) {
      known = requireNonNull(value.read(this), "value is null");
      values[slot] = known;
    }
    return (T) known;
  }

  /** Returns whether only superusers may set a setting. */
  public static boolean isForSuperusers(String name) {
    return SettingRegistry.FOR_SUPERUSERS.contains(name.toLowerCase(Locale.ROOT));
  }

  /** Sets a value for the session. */
  public void set(String name, String value) {
    String key = requireSettable(name);
    change(key, canonical(key, value), false);
  }

  /** Sets a value for the rest of the transaction. */
  public void setLocal(String name, String value) {
    String key = requireSettable(name);
    change(key, canonical(key, value), true);
  }

  /** Sets a value that the client requested when it connected; RESET restores it. */
  public void setInitial(String name, String value) {
    String key = requireSettable(name);
    String canonical = canonical(key, value);
    initial.put(key, canonical);
    change(key, canonical, false);
  }

  /**
   * Sets a value that is stored for the session's role or database, with the rights of a superuser;
   * RESET restores it.
   */
  public void setStored(String name, String value) {
    String key = requireKnown(name);
    String canonical = canonical(key, value);
    initial.put(key, canonical);
    change(key, canonical, false);
  }

  /**
   * Throws an error if the session's user may not set a setting to a value.
   *
   * @param value null for RESET
   */
  public void requireStorable(String name, @Nullable String value) {
    String key = requireSettable(name);
    if (value != null || isFixed(key)) {
      canonical(key, value == null ? "" : value);
    }
    if (isOfUser(key) || isOfTransaction(key)) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "parameter \"%s\" cannot be set for a role or database".formatted(name));
    }
  }

  /** Sets a value without validation, also of a setting that users cannot change. */
  public void force(String name, String value) {
    initial.put(name, value);
    change(name, value, false);
  }

  /** Variant of {@link #force(String, String)} for a duration of whole milliseconds. */
  public void force(String name, Duration value) {
    force(name, DurationFormat.text(value.toMillis()));
  }

  /**
   * Sets the users of the session.
   *
   * @param role role that the session assumes; {@link #NO_ROLE} for none
   * @param superuser whether the current user is a superuser
   */
  public void setUsers(String sessionUser, String role, boolean superuser, boolean local) {
    change(SESSION_AUTHORIZATION, sessionUser, local);
    change(ROLE, role, local);
    change(IS_SUPERUSER, superuser ? "on" : "off", local);
  }

  /** Restores the user that has opened the session. */
  public void resetUsers() {
    for (String name : List.of(SESSION_AUTHORIZATION, ROLE, IS_SUPERUSER)) {
      change(name, initial.getOrDefault(name, ""), false);
    }
  }

  /** Gives the user that has opened the session the rights of a superuser without a role. */
  public void trust() {
    isTrusted = true;
  }

  /**
   * Returns whether the user that has opened the session has the rights of a superuser although it
   * has no role: the program that contains the database has opened it.
   */
  public boolean isTrusted() {
    return isTrusted;
  }

  /** Returns the user that has opened the session. */
  public String authenticatedUser() {
    return initial.getOrDefault(SESSION_AUTHORIZATION, "");
  }

  /** Returns the role that a new session assumes; {@link #NO_ROLE} for none. */
  public String initialRole() {
    return initial.getOrDefault(ROLE, NO_ROLE);
  }

  /** Returns the user of the session. */
  public String sessionUser() {
    return value(SESSION_AUTHORIZATION);
  }

  @Override
  public String currentUser() {
    return get(CURRENT_USER);
  }

  private static String currentUser(SettingSource settings) {
    String role = settings.show(ROLE);
    return role.equals(NO_ROLE) ? settings.show(SESSION_AUTHORIZATION) : role;
  }

  /** Restores the initial value of a setting. */
  public void reset(String name) {
    String key = requireSettable(name);
    if (isFixed(key)) {
      canonical(key, "");
    }
    change(key, initial.getOrDefault(key, ""), false);
  }

  /** Restores the initial value of a setting for the rest of the transaction. */
  public void resetLocal(String name) {
    String key = requireSettable(name);
    if (isFixed(key)) {
      canonical(key, "");
    }
    change(key, initial.getOrDefault(key, ""), true);
  }

  /** Restores the initial values of all settings but those that define the session's users. */
  public void resetAll() {
    for (String name : state.ofSession().keySet()) {
      if (!isFixed(name) && !isOfTransaction(name) && !isOfUser(name)) {
        change(name, initial.getOrDefault(name, ""), false);
      }
    }
  }

  /** Returns the current state, for {@link #restore}. */
  public State state() {
    return state;
  }

  /** Restores an earlier state, except for that of the server. */
  public void restore(State before) {
    String inStandby = value(IN_HOT_STANDBY);
    if (inStandby.equals(before.ofSession().get(IN_HOT_STANDBY))) {
      moveTo(before);
      return;
    }
    Map<String, String> ofSession = new TreeMap<>(before.ofSession());
    ofSession.put(IN_HOT_STANDBY, inStandby);
    moveTo(new State(Map.copyOf(ofSession), before.ofTransaction()));
  }

  /** Returns whether the session is in a transaction block. */
  public boolean isInTransaction() {
    return state.ofTransaction().containsKey(TRANSACTION_MODES.getFirst());
  }

  /** Begins a transaction with the current default transaction modes. */
  public void beginTransaction() {
    Map<String, String> ofTransaction = new TreeMap<>(state.ofTransaction());
    for (String mode : TRANSACTION_MODES) {
      ofTransaction.put(mode, canonical(mode, show("default_" + mode)));
    }
    if (isStandby()) {
      ofTransaction.put(READ_ONLY, "on");
    }
    moveTo(new State(state.ofSession(), Map.copyOf(ofTransaction)));
  }

  /** Discards the settings that are local to the transaction. */
  public void endTransaction() {
    if (!state.ofTransaction().isEmpty()) {
      moveTo(new State(state.ofSession(), Map.of()));
    }
  }

  private void change(String key, String value, boolean local) {
    Map<String, String> ofSession = state.ofSession();
    Map<String, String> ofTransaction = new TreeMap<>(state.ofTransaction());
    if (local || isOfTransaction(key)) {
      ofTransaction.put(key, value);
    } else {
      Map<String, String> changed = new TreeMap<>(ofSession);
      changed.put(key, value);
      ofSession = Map.copyOf(changed);
      ofTransaction.remove(key);
    }
    moveTo(new State(ofSession, Map.copyOf(ofTransaction)));
  }

  private void moveTo(State next) {
    State before = state;
    state = next;
    if (before.ofSession().equals(next.ofSession())
        && hasModesOnly(before.ofTransaction())
        && hasModesOnly(next.ofTransaction())) {
      return;
    }
    Arrays.fill(values, null);
    for (Setting setting : REPORTED) {
      String key = setting.name().toLowerCase(Locale.ROOT);
      if (!value(before, key).equals(value(next, key))) {
        listener.accept(setting.name(), value(next, key));
      }
    }
  }

  private static boolean hasModesOnly(Map<String, String> ofTransaction) {
    return TRANSACTION_MODES.containsAll(ofTransaction.keySet());
  }

  private String value(String key) {
    String found = find(key);
    return found == null ? "" : found;
  }

  private static String value(State state, String key) {
    String found = find(state, key);
    return found == null ? "" : found;
  }

  /** Returns a value or null; on a standby, the next transaction is read-only. */
  private @Nullable String find(String key) {
    boolean isOfNext = key.equals(READ_ONLY) && !state.ofTransaction().containsKey(key);
    return isOfNext && isStandby() ? "on" : find(state, key);
  }

  /** Returns a value or null. Before a transaction begins, its modes have the default values. */
  private static @Nullable String find(State state, String key) {
    String local = state.ofTransaction().get(key);
    return local == null
        ? state.ofSession().get(isOfTransaction(key) ? "default_" + key : key)
        : local;
  }

  private static boolean isOfUser(String key) {
    return key.equals(ROLE) || key.equals(SESSION_AUTHORIZATION);
  }

  private static boolean isOfTransaction(String key) {
    return key.startsWith("transaction_");
  }

  private String canonical(String key, String value) {
    Setting setting = SettingRegistry.ALL.get(key);
    if (setting == null) {
      return value;
    }
    String canonical = setting.kind().canonical(setting.name(), value);
    return setting.kind() instanceof SettingKind.DateForm ? dateStyle(key, canonical) : canonical;
  }

  /** Returns the date style after a change of its form, its order or both. */
  private String dateStyle(String key, String change) {
    DateStyle changed = DateStyle.of(value(key)).changed(change);
    return changed == null ? change : changed.toString();
  }

  private static boolean isFixed(String key) {
    Setting setting = SettingRegistry.ALL.get(key);
    return setting != null && setting.kind() instanceof SettingKind.Fixed;
  }

  private String requireSettable(String name) {
    String key = requireKnown(name);
    if (SettingRegistry.FOR_SUPERUSERS.contains(key) && !value(IS_SUPERUSER).equals("on")) {
      throw new ColonnadeException(
          ErrorCode.INSUFFICIENT_PRIVILEGE,
          "permission denied to set parameter \"%s\"".formatted(name));
    }
    return key;
  }

  /**
   * Returns the key of a setting; UNKNOWN_OBJECT if there is none. A name with a dot is always
   * accepted, because extensions define such settings.
   */
  private static String requireKnown(String name) {
    String key = name.toLowerCase(Locale.ROOT);
    if (SettingRegistry.ALL.containsKey(key)) {
      return key;
    }
    if (!key.contains(".")) {
      throw unknown(name);
    }
    if (!CUSTOM_NAME.matcher(name).matches()) {
      throw new ColonnadeException(
          ErrorCode.INVALID_NAME,
          "invalid configuration parameter name \"%s\"".formatted(name),
          ErrorFields.NONE.withDetail(
              "Custom parameter names must be two or more simple identifiers separated by"
                  + " dots."));
    }
    return key;
  }

  private static ColonnadeException unknown(String name) {
    return new ColonnadeException(
        ErrorCode.UNKNOWN_OBJECT, "unrecognized configuration parameter \"" + name + "\"");
  }
}
