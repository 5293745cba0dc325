package dev.colonnade.client.login;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.colonnade.client.error.ClientError;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.protocol.ProtocolError;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.request.Authenticate;
import dev.colonnade.protocol.response.Challenge;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Client side of one SCRAM-SHA-256 authentication (RFC 5802, RFC 7677): responds to challenges
 * until the server has proved that it knows the password. Not thread-safe.
 */
public final class ScramClient {
  private static final String PLAIN = "SCRAM-SHA-256";
  private static final String PLUS = "SCRAM-SHA-256-PLUS";
  private static final String BINDING = "p=tls-server-end-point,,";
  private static final int NONCE_BYTES = 18;

  /** Maximum number of iterations; more would only consume the client's CPU. */
  private static final int ITERATIONS_MAX = 1_000_000;

  private static final int ITERATION_DIGITS_MAX = 7;

  private enum State {
    /** No challenge has been received. */
    NEW,
    /** The mechanism is selected. */
    MECHANISM_SELECTED,
    /** The client proof is sent. */
    PROOF_SENT,
    /** The server has proved that it knows the password. */
    VERIFIED
  }

  private final LoginConfig login;
  private final byte[] certificateHash;
  private final RandomGenerator random;
  private State state = State.NEW;
  private String header = "";
  private byte[] boundHash = {};
  private String clientFirstBare = "";
  private String nonce = "";
  private byte[] serverSignature = {};

  /**
   * Creates the exchange in its initial state.
   *
   * @param certificateHash hash of the server's certificate; an empty array on an unencrypted
   *     connection
   * @param random unpredictable generator of nonces
   */
  public ScramClient(LoginConfig login, byte[] certificateHash, RandomGenerator random) {
    this.login = requireNonNull(login, "login is null");
    this.certificateHash = certificateHash.clone();
    this.random = requireNonNull(random, "random is null");
  }

  /**
   * Returns the response to a challenge; empty if only the end of the handshake follows.
   *
   * @throws ClientException LOGIN_FAILED if this client does not support the mechanism, or the
   *     server does not know the password
   * @throws ProtocolException if the challenge is malformed
   */
  public Optional<Authenticate> respond(Challenge challenge) {
    return switch (state) {
      case NEW -> Optional.of(selectMechanism(challenge));
      case MECHANISM_SELECTED -> Optional.of(createProof(challenge.message()));
      case PROOF_SENT -> {
        verify(challenge.message());
        yield Optional.empty();
      }
      case VERIFIED -> throw unexpected("unexpected challenge after the end of the authentication");
    };
  }

  /**
   * Throws {@link ProtocolException} if the server ends the handshake without proving that it knows
   * the password.
   */
  public void requireVerified() {
    if (state != State.NEW && state != State.VERIFIED) {
      throw unexpected("the server has not proved that it knows the password");
    }
  }

  private Authenticate selectMechanism(Challenge challenge) {
    boolean isBindable = certificateHash.length > 0;
    boolean isBound = isBindable && challenge.mechanisms().contains(PLUS);
    if (!isBound && !challenge.mechanisms().contains(PLAIN)) {
      throw failed(
          "the client supports no authentication mechanism of the server: mechanisms="
              + challenge.mechanisms());
    }
    if (login.password().isEmpty()) {
      throw failed(
          "the server requires a password, but none is configured: user="
              + login.identity().user());
    }
    if (isBound) {
      header = BINDING;
      boundHash = certificateHash;
    } else {
      header = isBindable ? "y,," : "n,,";
    }
    byte[] bytes = new byte[NONCE_BYTES];
    random.nextBytes(bytes);
    nonce = Base64.getEncoder().encodeToString(bytes);
    clientFirstBare = "n=,r=" + nonce;
    state = State.MECHANISM_SELECTED;
    return new Authenticate(isBound ? PLUS : PLAIN, header + clientFirstBare);
  }

  private Authenticate createProof(String serverFirst) {
    String[] parts = serverFirst.split(",", -1);
    if (parts.length < 3) {
      throw unexpected("the server's first message has too few parts");
    }
    String combinedNonce = attribute(parts[0], "r=");
    if (!combinedNonce.startsWith(nonce) || combinedNonce.length() == nonce.length()) {
      throw unexpected("the server's nonce does not start with the client's");
    }
    byte[] salt = base64(attribute(parts[1], "s="));
    int iterations = iterations(attribute(parts[2], "i="));
    if (salt.length == 0) {
      throw unexpected("the server's salt is empty");
    }
    ScramKeys keys = ScramKeys.of(SaslPrep.prepared(login.password()), salt, iterations);
    String withoutProof = "c=" + binding() + ",r=" + combinedNonce;
    String signed = clientFirstBare + "," + serverFirst + "," + withoutProof;
    serverSignature = keys.serverSignature(signed);
    state = State.PROOF_SENT;
    String proof = Base64.getEncoder().encodeToString(keys.clientProof(signed));
    return new Authenticate("", withoutProof + ",p=" + proof);
  }

  private String binding() {
    byte[] start = header.getBytes(UTF_8);
    byte[] all = Arrays.copyOf(start, start.length + boundHash.length);
    System.arraycopy(boundHash, 0, all, start.length, boundHash.length);
    return Base64.getEncoder().encodeToString(all);
  }

  private void verify(String serverFinal) {
    if (serverFinal.startsWith("e=")) {
      throw failed("the server rejected the client proof: " + serverFinal.substring(2));
    }
    byte[] signature = base64(attribute(serverFinal, "v="));
    if (!MessageDigest.isEqual(signature, serverSignature)) {
      throw failed("the server does not know the password: its identity is not verified");
    }
    state = State.VERIFIED;
  }

  private static int iterations(String text) {
    boolean isNumber =
        !text.isEmpty()
            && text.length() <= ITERATION_DIGITS_MAX
            && text.chars().allMatch(c -> c >= '0' && c <= '9');
    int iterations = isNumber ? Integer.parseInt(text) : 0;
    if (iterations < 1 || iterations > ITERATIONS_MAX) {
      throw unexpected("the server's number of iterations is out of range: value=" + text);
    }
    return iterations;
  }

  private static String attribute(String part, String name) {
    if (!part.startsWith(name)) {
      throw unexpected("the server's message lacks an attribute: name=" + name);
    }
    return part.substring(name.length());
  }

  private static byte[] base64(String text) {
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException notBase64) {
      throw unexpected("the server's message is not base64");
    }
  }

  private static ClientException failed(String message) {
    return new ClientException(ClientError.LOGIN_FAILED, message);
  }

  private static ProtocolException unexpected(String message) {
    return new ProtocolException(ProtocolError.UNEXPECTED_MESSAGE, message);
  }
}
