package dev.colonnade.server.auth;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/** Requirement on the certificate of a client, as {@code clientcert} of a rule. */
enum ClientCertificate {
  NONE,
  /** The client has one that a known authority has signed. */
  VERIFY_CA,
  /** In addition its common name is the name of the user. */
  VERIFY_FULL;

  boolean isRequired() {
    return this != NONE;
  }

  /**
   * Throws if a client does not satisfy the requirement.
   *
   * @throws ColonnadeException INVALID_AUTHORIZATION with PostgreSQL's message
   */
  void require(LoginAttempt attempt) {
    if (this == NONE) {
      return;
    }
    X509Certificate certificate = attempt.certificate();
    if (certificate == null) {
      throw new ColonnadeException(
          ErrorCode.INVALID_AUTHORIZATION, "connection requires a valid client certificate");
    }
    if (this == VERIFY_FULL && !attempt.user().equals(commonName(certificate))) {
      throw new ColonnadeException(
          ErrorCode.INVALID_AUTHORIZATION,
          "certificate authentication failed for user \"%s\"".formatted(attempt.user()));
    }
  }

  /** Returns the first common name of a certificate's subject; null if it has none. */
  static @Nullable String commonName(X509Certificate certificate) {
    List<String> names = new ArrayList<>();
    try {
      LdapName subject =
          new LdapName(certificate.getSubjectX500Principal().getName(X500Principal.RFC2253));
      for (Rdn part : subject.getRdns()) { // in the order of the certificate
        if (part.getType().equalsIgnoreCase("CN") && part.getValue() instanceof String name) {
          names.add(name);
        }
      }
    } catch (InvalidNameException _) {
      return null;
    }
    return names.isEmpty() ? null : names.getFirst();
  }
}
