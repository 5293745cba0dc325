package dev.colonnade.server.auth;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.ongres.scram.common.ScramFunctions;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Server side of one SCRAM-SHA-256 exchange (RFC 5802, RFC 7677): two messages from the client, two
 * responses. The responses to an unknown user are indistinguishable from those to a known one, so
 * that user names cannot be probed.
 */
public final class ScramExchange {
  public static final String PLAIN = "SCRAM-SHA-256";
  public static final String PLUS = "SCRAM-SHA-256-PLUS";

  private static final String BINDING = "tls-server-end-point";
  private static final int NONCE_BYTES = 18;

  private final String user;
  private final ScramVerifier verifier;
  private final boolean isKnown;

  /** Hash of the certificate; null without TLS. */
  private final byte @Nullable [] certificateHash;

  private final RandomGenerator random;

  private String header = "";
  private boolean isBound;
  private String clientFirstBare = "";
  private String nonce = "";
  private String serverFirst = "";

  /**
   * Creates an exchange with a client that claims to be {@code user}.
   *
   * @param certificateHash hash of the server's certificate, for channel binding; null without TLS
   */
  ScramExchange(
      Users users, String user, byte @Nullable [] certificateHash, RandomGenerator random) {
    this.user = requireNonNull(user, "user is null");
    ScramVerifier found = users.find(user);
    this.isKnown = found != null;
    this.verifier = found == null ? users.decoy(user) : found;
    this.certificateHash = certificateHash;
    this.random = requireNonNull(random, "random is null");
  }

  /** Returns the SASL mechanisms that this connection supports, the preferred one first. */
  public List<String> mechanisms() {
    return certificateHash == null ? List.of(PLAIN) : List.of(PLUS, PLAIN);
  }

  /** Processes client-first-message and returns server-first-message. */
  public String first(String mechanism, String message) {
    if (!mechanisms().contains(mechanism)) {
      throw violation("client selected an invalid SASL authentication mechanism");
    }
    isBound = mechanism.equals(PLUS);
    int bare = endOfHeader(message);
    header = message.substring(0, bare);
    checkHeader(header);
    clientFirstBare = message.substring(bare);
    nonce = clientNonce(clientFirstBare) + serverNonce();
    serverFirst =
        "r=%s,s=%s,i=%d"
            .formatted(
                nonce, Base64.getEncoder().encodeToString(verifier.salt()), verifier.iterations());
    return serverFirst;
  }

  /** Returns the end of the GS2 header, which is behind the second comma. */
  private static int endOfHeader(String message) {
    int first = message.indexOf(',');
    int second = first < 0 ? -1 : message.indexOf(',', first + 1);
    if (second < 0) {
      throw violation("malformed SCRAM message");
    }
    return second + 1;
  }

  private void checkHeader(String text) {
    String flag = text.substring(0, text.indexOf(','));
    String identity = text.substring(flag.length() + 1, text.length() - 1);
    if (!identity.isEmpty()) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "client uses authorization identity, but it is not supported");
    }
    boolean isRight =
        switch (flag) {
          case "n" -> !isBound;
          // The client supports binding and believes that the server does not: a downgrade attack.
          case "y" -> !isBound && certificateHash == null;
          default -> isBound && flag.equals("p=" + BINDING);
        };
    if (!isRight) {
      throw violation("SCRAM channel binding negotiation error");
    }
  }

  private static String clientNonce(String bare) {
    for (String attribute : bare.split(",", -1)) {
      if (attribute.startsWith("m=")) {
        throw new ColonnadeException(
            ErrorCode.UNSUPPORTED, "client requires an unsupported SCRAM extension");
      }
      if (attribute.startsWith("r=") && attribute.length() > 2) {
        return attribute.substring(2);
      }
    }
    throw violation("malformed SCRAM message");
  }

  private String serverNonce() {
    byte[] bytes = new byte[NONCE_BYTES];
    random.nextBytes(bytes);
    return Base64.getEncoder().encodeToString(bytes);
  }

  /**
   * Verifies client-final-message and returns server-final-message, whose signature proves that the
   * server has the verifier.
   */
  public String last(String message) {
    int proofAt = message.lastIndexOf(",p=");
    if (proofAt < 0) {
      throw violation("malformed SCRAM message");
    }
    String withoutProof = message.substring(0, proofAt);
    String expected = "c=" + expectedBinding() + ",r=" + nonce;
    if (!withoutProof.equals(expected) && !withoutProof.startsWith(expected + ",")) {
      throw violation(
          withoutProof.startsWith("c=" + expectedBinding())
              ? "malformed SCRAM message: nonce does not match"
              : "SCRAM channel binding check failed");
    }
    byte[] proof = base64(message.substring(proofAt + ",p=".length()));
    String authMessage = clientFirstBare + "," + serverFirst + "," + withoutProof;
    if (!isProof(proof, authMessage) || !isKnown) {
      throw failed(user);
    }
    byte[] signature =
        ScramFunctions.serverSignature(ScramVerifier.MECHANISM, verifier.serverKey(), authMessage);
    return "v=" + Base64.getEncoder().encodeToString(signature);
  }

  /** Returns the error of a wrong password, which is the same for an unknown user. */
  static ColonnadeException failed(String user) {
    return new ColonnadeException(
        ErrorCode.INVALID_PASSWORD, "password authentication failed for user \"" + user + "\"");
  }

  private String expectedBinding() {
    byte[] start = header.getBytes(UTF_8);
    byte[] bound = isBound && certificateHash != null ? certificateHash : new byte[0];
    byte[] whole = Arrays.copyOf(start, start.length + bound.length);
    System.arraycopy(bound, 0, whole, start.length, bound.length);
    return Base64.getEncoder().encodeToString(whole);
  }

  private boolean isProof(byte[] proof, String authMessage) {
    byte[] signature =
        ScramFunctions.clientSignature(ScramVerifier.MECHANISM, verifier.storedKey(), authMessage);
    if (proof.length != signature.length) {
      return false;
    }
    byte[] clientKey = ScramFunctions.clientProof(proof, signature);
    byte[] storedKey = ScramFunctions.storedKey(ScramVerifier.MECHANISM, clientKey);
    return MessageDigest.isEqual(storedKey, verifier.storedKey());
  }

  private static byte[] base64(String text) {
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw new ColonnadeException(
          ErrorCode.PROTOCOL_VIOLATION, "malformed SCRAM message: proof is not base64", e);
    }
  }

  private static ColonnadeException violation(String message) {
    return new ColonnadeException(ErrorCode.PROTOCOL_VIOLATION, message);
  }
}
