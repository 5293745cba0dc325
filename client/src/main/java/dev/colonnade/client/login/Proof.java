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
 * The client's side of one SCRAM-SHA-256 exchange (RFC 5802, RFC 7677): answers challenges until
 * the server has shown that it knows the password too. For one thread.
 */
public final class Proof {
  private static final String PLAIN = "SCRAM-SHA-256";
  private static final String PLUS = "SCRAM-SHA-256-PLUS";
  private static final String BINDING = "p=tls-server-end-point,,";
  private static final int NONCE_BYTES = 18;

  /** More rounds would only keep the client busy. */
  private static final int ITERATIONS_MAX = 1_000_000;

  private static final int ITERATION_DIGITS_MAX = 7;

  private enum State {
    /** Nothing was asked. */
    NEW,
    /** The mechanism is chosen. */
    CHOSEN,
    /** The proof is on its way. */
    PROVED,
    /** The server has shown that it knows the password. */
    VERIFIED
  }

  private final Login login;
  private final byte[] certificateHash;
  private final RandomGenerator random;
  private State state = State.NEW;
  private String header = "";
  private byte[] bound = {};
  private String clientFirstBare = "";
  private String nonce = "";
  private byte[] serverSignature = {};

  /**
   * A proof that nobody has asked for yet.
   *
   * @param certificateHash of an encrypted connection; of no bytes otherwise
   * @param random nobody can guess what comes next
   */
  public Proof(Login login, byte[] certificateHash, RandomGenerator random) {
    this.login = requireNonNull(login, "login is null");
    this.certificateHash = certificateHash.clone();
    this.random = requireNonNull(random, "random is null");
  }

  /**
   * What to say to a challenge; empty if only the end of the handshake is still to come.
   *
   * @throws ClientException LOGIN_FAILED if this client cannot do what it is asked for, or the
   *     server does not know the password
   * @throws ProtocolException if the challenge is none
   */
  public Optional<Authenticate> answer(Challenge challenge) {
    return switch (state) {
      case NEW -> Optional.of(choose(challenge));
      case CHOSEN -> Optional.of(prove(challenge.message()));
      case PROVED -> {
        verify(challenge.message());
        yield Optional.empty();
      }
      case VERIFIED -> throw unexpected("a challenge after the last one");
    };
  }

  /**
   * To be called when the server says that the handshake is done: it may not leave out its part.
   */
  public void requireEnded() {
    if (state != State.NEW && state != State.VERIFIED) {
      throw unexpected("the server has not shown that it knows the password");
    }
  }

  private Authenticate choose(Challenge challenge) {
    boolean isBindable = certificateHash.length > 0;
    boolean isBound = isBindable && challenge.mechanisms().contains(PLUS);
    if (!isBound && !challenge.mechanisms().contains(PLAIN)) {
      throw failed("the server asks for what this client cannot do: " + challenge.mechanisms());
    }
    if (login.password().isEmpty()) {
      throw failed(
          "the server asks for a password, and none was given: user=" + login.identity().user());
    }
    if (isBound) {
      header = BINDING;
      bound = certificateHash;
    } else {
      header = isBindable ? "y,," : "n,,";
    }
    byte[] bytes = new byte[NONCE_BYTES];
    random.nextBytes(bytes);
    nonce = Base64.getEncoder().encodeToString(bytes);
    clientFirstBare = "n=,r=" + nonce;
    state = State.CHOSEN;
    return new Authenticate(isBound ? PLUS : PLAIN, header + clientFirstBare);
  }

  private Authenticate prove(String serverFirst) {
    String[] parts = serverFirst.split(",", -1);
    if (parts.length < 3) {
      throw unexpected("the server's first message has too few parts");
    }
    String whole = attribute(parts[0], "r=");
    if (!whole.startsWith(nonce) || whole.length() == nonce.length()) {
      throw unexpected("the server's nonce does not begin with the client's");
    }
    byte[] salt = base64(attribute(parts[1], "s="));
    int iterations = iterations(attribute(parts[2], "i="));
    if (salt.length == 0) {
      throw unexpected("the server's salt is empty");
    }
    ScramKeys keys = ScramKeys.of(PasswordText.prepared(login.password()), salt, iterations);
    String withoutProof = "c=" + binding() + ",r=" + whole;
    String signed = clientFirstBare + "," + serverFirst + "," + withoutProof;
    serverSignature = keys.serverSignature(signed);
    state = State.PROVED;
    String proof = Base64.getEncoder().encodeToString(keys.clientProof(signed));
    return new Authenticate("", withoutProof + ",p=" + proof);
  }

  private String binding() {
    byte[] start = header.getBytes(UTF_8);
    byte[] all = Arrays.copyOf(start, start.length + bound.length);
    System.arraycopy(bound, 0, all, start.length, bound.length);
    return Base64.getEncoder().encodeToString(all);
  }

  private void verify(String serverFinal) {
    if (serverFinal.startsWith("e=")) {
      throw failed("the server refused the proof: " + serverFinal.substring(2));
    }
    byte[] signature = base64(attribute(serverFinal, "v="));
    if (!MessageDigest.isEqual(signature, serverSignature)) {
      throw failed("the server does not know the password itself: it is not the one it says");
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
