package dev.colonnade.flight.login;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Content of an authorization header. */
sealed interface Credentials {
  String BASIC = "basic ";
  String BEARER = "bearer ";

  /** User with a password, which may be empty. */
  record UserPassword(String user, String password) implements Credentials {
    public UserPassword {
      requireNonNull(user, "user is null");
      requireNonNull(password, "password is null");
    }
  }

  /** Token of a session. */
  record Token(String value) implements Credentials {
    public Token {
      requireNonNull(value, "value is null");
    }
  }

  /** Parses a header; returns null if its scheme or its form is not known. */
  static @Nullable Credentials parse(String header) {
    String lower = header.toLowerCase(Locale.ROOT);
    if (lower.startsWith(BEARER)) {
      return new Token(header.substring(BEARER.length()).strip());
    }
    if (!lower.startsWith(BASIC)) {
      return null;
    }
    try {
      byte[] bytes = Base64.getDecoder().decode(header.substring(BASIC.length()).strip());
      String text = new String(bytes, UTF_8);
      int colon = text.indexOf(':');
      return colon <= 0
          ? null
          : new UserPassword(text.substring(0, colon), text.substring(colon + 1));
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
