package dev.colonnade.server.admin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.catalog.privilege.RolePrivileges;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.server.admin.http.HttpGate;
import dev.colonnade.server.admin.http.HttpOrigin;
import dev.colonnade.server.auth.Authenticator;
import dev.colonnade.server.auth.LoginAttempt;
import dev.colonnade.server.auth.TlsContext;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Gate of the HTTP port: the users are those of the other ports, by Basic authentication. Details
 * are for superusers and for members of {@code pg_read_all_stats}. A request without credentials
 * has the rights of the superuser {@code postgres} if that user could connect from the same place
 * without a password, otherwise none. Passwords are accepted over TLS or from this machine only.
 */
final class AdminGate implements HttpGate {
  private static final String PORT = "http";
  private static final String SCHEME = "basic ";
  private static final String DATABASE = "postgres";
  private static final String TRUSTED_USER = "postgres";

  private final Authenticator authenticator;
  private final Supplier<CatalogSnapshot> catalog;

  AdminGate(Authenticator authenticator, Supplier<CatalogSnapshot> catalog) {
    this.authenticator = requireNonNull(authenticator, "authenticator is null");
    this.catalog = requireNonNull(catalog, "catalog is null");
  }

  private record Credentials(String user, String password) {
    /** Parses a header; returns null if it is not one of Basic authentication. */
    static @Nullable Credentials of(String header) {
      if (!header.toLowerCase(Locale.ROOT).startsWith(SCHEME)) {
        return null;
      }
      try {
        byte[] bytes = Base64.getDecoder().decode(header.substring(SCHEME.length()).strip());
        String text = new String(bytes, UTF_8);
        int colon = text.indexOf(':');
        return colon < 0
            ? null
            : new Credentials(text.substring(0, colon), text.substring(colon + 1));
      } catch (IllegalArgumentException e) {
        return null;
      }
    }
  }

  @Override
  public long delayNanos(HttpOrigin origin) {
    Credentials credentials = credentials(origin);
    return credentials == null
        ? 0
        : authenticator.reserveCheckNanos(attempt(origin, credentials.user()));
  }

  private static @Nullable Credentials credentials(HttpOrigin origin) {
    String header = origin.authorization();
    return header == null ? null : Credentials.of(header);
  }

  private static LoginAttempt attempt(HttpOrigin origin, String user) {
    return new LoginAttempt(
        origin.isForwarded() ? null : origin.peer(),
        origin.local(),
        user,
        DATABASE,
        origin.isEncrypted(),
        origin.isForwarded() ? null : origin.certificate());
  }

  @Override
  public boolean maySeeDetails(HttpOrigin origin) {
    Credentials credentials = credentials(origin);
    if (credentials == null) {
      return origin.authorization() == null && maySeeDetailsWithoutPassword(origin);
    }
    LoginAttempt attempt = attempt(origin, credentials.user());
    try {
      authenticate(origin, attempt, credentials);
    } catch (ColonnadeException e) {
      authenticator.loginFailed(attempt, PORT, e);
      throw e;
    }
    if (!mayReadStatistics(credentials.user())) {
      throw new ColonnadeException(
          ErrorCode.INVALID_AUTHORIZATION,
          "the status of the server is visible to superusers and members of pg_read_all_stats");
    }
    return true;
  }

  private boolean maySeeDetailsWithoutPassword(HttpOrigin origin) {
    String user = certified(origin);
    return user == null ? isTrusted(attempt(origin, TRUSTED_USER)) : mayReadStatistics(user);
  }

  /** Returns the user of the client's certificate, if rules require no password as well. */
  private @Nullable String certified(HttpOrigin origin) {
    X509Certificate certificate = origin.certificate();
    String user = certificate == null ? null : TlsContext.userOf(certificate);
    return user != null && isTrusted(attempt(origin, user)) ? user : null;
  }

  private boolean mayReadStatistics(String user) {
    RolePrivileges rights = RolePrivileges.of(catalog.get(), user, 0);
    return rights.isSuperuser() || rights.hasRole(BuiltIns.READ_ALL_STATS_ID);
  }

  @Override
  public String user(HttpOrigin origin) {
    Credentials credentials = credentials(origin);
    return credentials == null
        ? requireNonNullElse(certified(origin), TRUSTED_USER)
        : credentials.user();
  }

  private boolean isTrusted(LoginAttempt attempt) {
    try {
      if (authenticator.isAuthenticationRequired(attempt)) {
        return false;
      }
      authenticator.requireUser(attempt.user());
      return true;
    } catch (ColonnadeException e) {
      return false; // a rule rejects the client, or the role may not log in
    }
  }

  private void authenticate(HttpOrigin origin, LoginAttempt attempt, Credentials credentials) {
    boolean isLocal =
        origin.peer() instanceof InetSocketAddress peer && peer.getAddress().isLoopbackAddress();
    if (!origin.isEncrypted() && !isLocal) {
      throw new ColonnadeException(
          ErrorCode.INVALID_AUTHORIZATION, "passwords are accepted over https only");
    }
    if (authenticator.isAuthenticationRequired(attempt)) {
      authenticator.checkPassword(credentials.user(), credentials.password());
      authenticator.passwordAccepted(attempt);
    }
    authenticator.requireUser(credentials.user());
  }
}
